package import Attendance
import Postgres

/// A change of an office's settings. Nil leaves a setting unchanged.
package struct OfficeSettingsChange: Sendable, Equatable {
    package var timeZone: String?
    package var dayBoundary: Int64?
    package var attribution: AttendancePolicy.Attribution?
    /// `.some(nil)`: no limit.
    package var maximumSession: Duration??
    package var closesAtBoundary: Bool?
    package var repeatWindow: Duration?
    package var lateAfter: Duration?
    package var futureTolerance: Duration?
    /// `.some(nil)`: no limit.
    package var maximumAge: Duration??
    /// `.some(nil)`: night work is not counted.
    package var nightBand: NightBand??

    package init() {}

    /// A change to all settings of `version`.
    package init(to version: OfficeSettingsVersion) {
        timeZone = version.timeZone
        dayBoundary = version.dayBoundary
        attribution = version.policy.attribution
        maximumSession = .some(version.policy.maximumSession)
        closesAtBoundary = version.policy.closesAtBoundary
        repeatWindow = version.policy.repeatWindow
        lateAfter = version.policy.lateAfter
        futureTolerance = version.policy.futureTolerance
        maximumAge = .some(version.policy.maximumAge)
        nightBand = .some(version.nightBand)
    }

    package func applied(to version: OfficeSettingsVersion, from day: CivilDate) -> OfficeSettingsVersion {
        var changed = version.valid(from: day)
        changed.timeZone = timeZone ?? changed.timeZone
        changed.dayBoundary = dayBoundary ?? changed.dayBoundary
        changed.policy.attribution = attribution ?? changed.policy.attribution
        changed.policy.maximumSession = maximumSession ?? changed.policy.maximumSession
        changed.policy.closesAtBoundary = closesAtBoundary ?? changed.policy.closesAtBoundary
        changed.policy.repeatWindow = repeatWindow ?? changed.policy.repeatWindow
        changed.policy.lateAfter = lateAfter ?? changed.policy.lateAfter
        changed.policy.futureTolerance = futureTolerance ?? changed.policy.futureTolerance
        changed.policy.maximumAge = maximumAge ?? changed.policy.maximumAge
        changed.nightBand = nightBand ?? changed.nightBand
        return changed
    }
}
