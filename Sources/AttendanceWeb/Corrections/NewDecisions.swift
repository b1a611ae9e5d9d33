import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The decisions on a person's own requests that the person has not seen yet, on the own page.
struct NewDecisions: Sendable {
    struct Line: Sendable {
        let sentence: String
        let remark: String?
        /// The address of the day; nil: its tap was erased.
        let dayAddress: String?
    }

    /// Latest decision first.
    let lines: [Line]
    /// The time of the latest decision. Decisions made after the page was shown stay new.
    let seenUntil: String
    let seenAddress = Address.seenRequests

    /// - Parameter targets: the events that the requests would correct.
    /// - Returns: nil if there are no new decisions.
    init?(_ requests: [CorrectionRequest], _ targets: [UUID: RecordedEvent], _ clock: LocalClock, of person: Person) {
        guard let latest = requests.first?.decision?.at else { return nil }
        seenUntil = latest.rfc3339(precision: .milliseconds)
        lines = requests.map { request in
            let isOwn = request.personID == person.id
            // The requester may no longer have access to the taps of another person.
            let target = isOwn ? request.target.flatMap { targets[$0] } : nil
            let day = request.instants(target: target).last.map { clock.date($0.seconds) }
            let name = isOwn ? nil : request.person.displayName
            let tap = request.tapWords(target: target, clock)
            let dayAndTap = day.map { day in
                tap.map { localized("me.decision.tap", ["day": day.dayAndMonth, "tap": $0]) } ?? day.dayAndMonth
            }
            let about = [name, dayAndTap].compactMap(\.self)
            let home = isOwn ? Address.me : Address.person(request.person.userName)
            return Line(
                sentence: localized(
                    "me.decision.\(request.state.rawValue)",
                    ["what": about.isEmpty ? localized("me.decisions.earlierDay") : about.localizedList("record.separator")]),
                remark: request.decision?.comment, dayAddress: day.map { home + RequestModel.day($0) })
        }
    }
}
