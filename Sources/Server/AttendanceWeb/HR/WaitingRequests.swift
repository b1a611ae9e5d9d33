import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The open correction requests, for lists of the days that they are about.
struct WaitingRequests: Sendable {
    /// An instant that a request is about.
    private struct Wish: Sendable {
        let at: Instant
        let day: DailyRow.Key
        /// Whether it is a missing tap that can belong to a session of the day before.
        let continuesSession: Bool
        /// The address of the request's card, for the day that lists it.
        let card: @Sendable (CivilDate) -> String
    }

    private var wishes: [PersonID: [Wish]] = [:]
    private var clocks: RequestClocks

    /// - Parameters:
    ///   - page: the page with the cards of these requests.
    ///   - targets: of ``CorrectionStore/targets(of:)``.
    init(_ toDecide: [CorrectionRequest], on page: String, _ targets: [UUID: RecordedEvent], _ clocks: RequestClocks) {
        self.clocks = clocks
        add(toDecide, targets) { _, _ in page }
    }

    /// Adds the viewer's requests for other people, whose cards are on their records.
    mutating func add(forOthers requests: [CorrectionRequest], _ targets: [UUID: RecordedEvent]) {
        add(requests, targets) { request, day in
            "\(Address.person(request.person.userName))?month=\(day.yearAndMonth)&day=\(day)"
        }
    }

    /// Adds the requests for the viewer's own record, which has their cards. Another person decides them.
    mutating func add(own requests: [CorrectionRequest], _ targets: [UUID: RecordedEvent]) {
        add(requests, targets) { _, day in "\(Address.me)?month=\(day.yearAndMonth)&day=\(day)" }
    }

    private mutating func add(
        _ requests: [CorrectionRequest], _ targets: [UUID: RecordedEvent],
        page: @escaping @Sendable (CorrectionRequest, CivilDate) -> String
    ) {
        for together in requests.byDay {
            let card = "#request-" + together[0].id.uuidString.lowercased()
            for request in together {
                let target = targets[request.id]
                let isMissing = request.addedTap.map { $0.kind != .start } ?? false
                for (at, day) in zip(request.instants(target: target), clocks.calendars.days(of: request, target)) {
                    wishes[request.personID, default: []].append(
                        Wish(at: at, day: day, continuesSession: isMissing) { day in page(request, day) + card })
                }
            }
        }
    }

    /// The addresses of the cards at the rows that the requests are about, by person and row: the row of the session that a missing
    /// tap would continue or end, or else that of its working day.
    mutating func cards(at rows: some Sequence<AttendanceReport.FlaggedRow>) -> [PersonID: [DailyRow.Key: String]] {
        var cards: [PersonID: [DailyRow.Key: String]] = [:]
        for (person, rows) in Dictionary(grouping: rows, by: \.person) {
            let rows = rows.map(\.row).sorted { $0.key < $1.key }
            for wish in wishes[person] ?? [] {
                let continued = wish.continuesSession ? rows.last { clocks.couldEnd($0, at: wish.at) }?.key : nil
                let key = continued ?? wish.day
                cards[person, default: [:]][key] = wish.card(key.date)
            }
        }
        return cards
    }
}
