import Attendance
import AttendanceStore
import Localization

/// What an open request would change in the hours of its days, for the person who decides.
struct RequestEffects: Sendable {
    let store: AttendanceStore
    let zones: TimeZoneDatabase

    /// One line for each day that would change, such as `Thu 19 Nov 2026: 0:00 → 8:05 worked`; empty for a decided request.
    func lines(_ request: CorrectionRequest, target: RecordedEvent?, now: Instant) async throws -> [String] {
        guard request.state == .open, request.missingValue == nil else { return [] }
        let person = try await store.people.formerOrPresentPerson(userName: request.person.userName)
        let preview = try await store.record.preview(
            of: request.record, target: target, for: person, asOf: now, zones: zones)
        return (preview?.days ?? []).map(Self.words)
    }

    private static func words(_ day: CorrectionPreview.Day) -> String {
        func hours(_ seconds: Int64?) -> String { hoursAndMinutes(seconds ?? 0) }
        let line = localized(
            "request.effect",
            [
                "day": day.key.date.withWeekday, "before": hours(day.before?.workedSeconds),
                "after": hours(day.after?.workedSeconds),
            ])
        let (before, after) = (hours(day.before?.pauseSeconds), hours(day.after?.pauseSeconds))
        return before == after
            ? line : localized("request.effect.break", ["what": line, "before": before, "after": after])
    }
}
