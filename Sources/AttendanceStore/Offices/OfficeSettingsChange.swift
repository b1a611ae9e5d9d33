package import Attendance
import Postgres

/// A change of an office's settings. Nil leaves a setting unchanged.
package struct OfficeSettingsChange: Sendable, Equatable {
    package var timeZone: String?
    package var dayBoundary: Int64?
    package var attribution: AttendancePolicy.Attribution?
    /// `.some(nil)`: no limit.
    package var maximumSessionSeconds: Int64??
    package var closesAtBoundary: Bool?
    package var repeatWindowSeconds: Int64?
    package var lateFlagSeconds: Int64?
    package var futureToleranceSeconds: Int64?
    /// `.some(nil)`: no limit.
    package var maximumAgeSeconds: Int64??

    package init() {}

    func applied(to version: OfficeSettingsVersion, from day: CivilDate) -> OfficeSettingsVersion {
        var changed = version.valid(from: day)
        changed.timeZone = timeZone ?? changed.timeZone
        changed.dayBoundary = dayBoundary ?? changed.dayBoundary
        changed.policy.attribution = attribution ?? changed.policy.attribution
        changed.policy.maximumSessionSeconds = maximumSessionSeconds ?? changed.policy.maximumSessionSeconds
        changed.policy.closesAtBoundary = closesAtBoundary ?? changed.policy.closesAtBoundary
        changed.policy.repeatWindowSeconds = repeatWindowSeconds ?? changed.policy.repeatWindowSeconds
        changed.policy.lateFlagSeconds = lateFlagSeconds ?? changed.policy.lateFlagSeconds
        changed.policy.futureToleranceSeconds = futureToleranceSeconds ?? changed.policy.futureToleranceSeconds
        changed.policy.maximumAgeSeconds = maximumAgeSeconds ?? changed.policy.maximumAgeSeconds
        return changed
    }
}
