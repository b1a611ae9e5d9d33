import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// When people tap: now. A reader that was offline brings taps of another time; a person who says one themselves would write
/// their own record.
struct TapTimePolicy {
    let store: AttendanceStore
    let now: Instant

    static let reason = Reason.notNow
    static var sentence: String { localized("tap.notNow") }

    /// Whether a tap of this time could be one of now, as far as clocks differ. What is no time is for others to refuse.
    func isNow(_ report: TapReport) -> Bool {
        guard let at = report.at.flatMap({ Instant(rfc3339: $0) }) else { return true }
        return abs(now.milliseconds(since: at)) <= CorrectionStore.clockTolerance * 1000
    }

    /// The places of those taps that `person` did not make now. One that stands in the log already is only being repeated.
    func refused(_ reports: [TapReport], of person: Person) async throws -> [Int] {
        let old = reports.indices.filter { !isNow(reports[$0]) }
        let ids = old.compactMap { reports[$0].id.flatMap(UUID.init(uuidString:)) }
        let known = try await store.taps.taps(among: ids, of: person.id)
        return old.filter { index in
            reports[index].id.flatMap(UUID.init(uuidString:)).map { !known.contains($0) } ?? true
        }
    }
}
