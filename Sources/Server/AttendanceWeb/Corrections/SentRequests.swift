import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The viewer's requests for other people that wait for a decision, with links to their cards on the own page. The viewer may have
/// lost the access to these people's records, so this names only what the viewer sent.
struct SentRequests: Sendable {
    /// Such as `Your waiting requests for other people (2):`.
    let sentWords: String
    let cards: [Link]

    /// - Parameter requests: of the viewer for other people, in any state.
    /// - Returns: nil if no request waits.
    init?(_ requests: [CorrectionRequest], _ clocks: inout RequestClocks) {
        cards = requests.filter { $0.state == .open }.byDay.map { together in
            let request = together[0]
            let day = clocks.calendars.days(of: request, nil).last?.date.dayAndMonth
            return Link(
                name: [request.person.displayName, day].compactMap(\.self).localizedList("record.separator"),
                address: Address.me + "#request-" + request.id.uuidString.lowercased())
        }
        guard !cards.isEmpty else { return nil }
        sentWords = localized("request.sent", count: cards.count)
    }
}
