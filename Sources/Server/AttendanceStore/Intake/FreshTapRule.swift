import Attendance
import FoundationEssentials

/// The rule that a person taps now. With instants of their own choice, people would write their own record. A tap that a phone
/// kept for longer is requested. A reader may send taps that it stored while it was offline.
struct FreshTapRule {
    let taps: TapStore
    let now: Instant

    /// The indices of the reports that are not of now. A repetition of a recorded tap is left out.
    func refused(_ reports: [TapReport], of person: Person) async throws -> [Int] {
        let old = reports.indices.filter { !isNow(reports[$0]) }
        let ids = old.compactMap { reports[$0].id.flatMap(UUID.init(uuidString:)) }
        let known = try await taps.taps(among: ids, of: person.id)
        return old.filter { index in
            reports[index].id.flatMap(UUID.init(uuidString:)).map { !known.contains($0) } ?? true
        }
    }

    /// Whether the instant is within the tolerance for clocks. True for a malformed instant, which is rejected later.
    private func isNow(_ report: TapReport) -> Bool {
        guard let at = report.at.flatMap({ Instant(rfc3339: $0) }) else { return true }
        return (now - at).magnitude <= TapSubmission.clockTolerance
    }
}
