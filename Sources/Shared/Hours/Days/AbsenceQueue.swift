import Attendance

/// The absences of a person by day.
struct AbsenceQueue {
    /// Latest begin first.
    private var later: [Recorded<Absence>]
    private var current: [Recorded<Absence>] = []

    init(_ absences: [Recorded<Absence>]) { later = absences.sorted { ($0.value.from, $0.seq) > ($1.value.from, $1.seq) } }

    /// The absences that cover a day. Days must come in ascending order.
    mutating func covering(_ date: CivilDate) -> [Recorded<Absence>] {
        while let next = later.last, next.value.from <= date {
            current.append(next)
            later.removeLast()
        }
        if !current.isEmpty { current.removeAll { $0.value.to < date } }
        return current
    }
}
