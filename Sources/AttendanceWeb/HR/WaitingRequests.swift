import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The open correction requests at the days that they are about, for lists of days.
struct WaitingRequests: Sendable {
    /// The address of a request's card, by person and day.
    private var cards: [PersonID: [CivilDate: String]] = [:]

    /// - Parameters:
    ///   - page: the page with the cards of these requests.
    ///   - targets: of ``CorrectionStore/targets(of:)``.
    init(_ toDecide: [CorrectionRequest], on page: String, _ targets: [UUID: RecordedEvent], _ clock: LocalClock) {
        for request in toDecide { add(request, targets, clock) { _ in page } }
    }

    /// Adds the viewer's requests for other people, whose cards are on their records.
    mutating func add(forOthers requests: [CorrectionRequest], _ targets: [UUID: RecordedEvent], _ clock: LocalClock) {
        for request in requests {
            add(request, targets, clock) { day in
                "\(Address.person(request.person.userName))?month=\(day.yearAndMonth)&day=\(day)"
            }
        }
    }

    /// Adds the requests for the viewer's own record, which has their cards. Another person decides them.
    mutating func add(own requests: [CorrectionRequest], _ targets: [UUID: RecordedEvent], _ clock: LocalClock) {
        for request in requests {
            add(request, targets, clock) { day in "\(Address.me)?month=\(day.yearAndMonth)&day=\(day)" }
        }
    }

    private mutating func add(
        _ request: CorrectionRequest, _ targets: [UUID: RecordedEvent], _ clock: LocalClock, page: (CivilDate) -> String
    ) {
        for instant in request.instants(target: targets[request.id]) {
            let day = clock.date(instant.seconds)
            cards[request.personID, default: [:]][day] = page(day) + "#request-" + request.id.uuidString.lowercased()
        }
    }

    /// The address of the card; nil: no request waits.
    func card(of person: PersonID, on day: CivilDate) -> String? { cards[person]?[day] }
}
