import AttendanceStore

/// What the attendance page keeps of settled days. The work of days is kept only with a work schedule.
struct SettledAttendance: Sendable {
    private let plain = SettledRecords<AttendanceSummary>()
    private let withWork = SettledRecords<AttendanceSummary>()

    /// - Parameter hasSchedules: whether there is a work schedule.
    func records(hasSchedules: Bool) -> SettledRecords<AttendanceSummary> { hasSchedules ? withWork : plain }
}
