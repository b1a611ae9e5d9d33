import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The decisions on a person's own requests, and the corrections by other people in the person's record, that the person has
/// not seen yet, on the own page.
struct NewDecisions: Sendable {
    struct Line: Sendable {
        let sentence: String
        /// The comment of a decision, or the reasons of the corrections, the latest first.
        let remarks: [String]
        /// The address of the day; nil: its tap was erased.
        let dayAddress: String?
    }

    /// The decisions, then the corrections with one line for each author and day. Of each, the latest is first.
    let lines: [Line]
    /// The time of the latest one. Decisions and corrections made after the page was shown stay new.
    let seenUntil: String
    let seenAddress = Address.seenRequests

    /// The import of attendance from a file changes many days.
    private static let mostCorrectedDays = 5
    private static let mostReasons = 3

    /// - Parameter events: those that the requests would correct, and the corrected ones.
    /// - Returns: nil if there are neither new decisions nor new corrections.
    init?(
        _ requests: [CorrectionRequest], _ corrections: [NewCorrection], _ events: [UUID: RecordedEvent], _ clock: LocalClock,
        of person: Person
    ) {
        let latestOnes = [requests.first?.decision?.at, corrections.first?.receivedAt].compactMap(\.self)
        guard let latest = latestOnes.max() else { return nil }
        seenUntil = latest.rfc3339(precision: .milliseconds)
        let decisions = requests.byDay.map { together in
            let request = together[0]
            let isOwn = request.personID == person.id
            // The requester may no longer have access to the taps of another person.
            let target = isOwn ? request.target.flatMap { events[$0] } : nil
            let day = request.instants(target: target).last.map { clock.date($0.seconds) }
            let name = isOwn ? nil : request.person.displayName
            let tap = together.count > 1 ? nil : request.tapWords(target: target, clock)
            let dayAndTap = day.map { day in
                tap.map { localized("me.decision.tap", ["day": day.dayAndMonth, "tap": $0]) } ?? day.dayAndMonth
            }
            let about = [name, dayAndTap].compactMap(\.self)
            let home = isOwn ? Address.me : Address.person(request.person.userName)
            return Line(
                sentence: localized(
                    "me.decision.\(request.state.rawValue)",
                    ["what": about.isEmpty ? localized("me.decisions.earlierDay") : about.localizedList("record.separator")]),
                remarks: [request.decision?.comment].compactMap(\.self), dayAddress: day.map { home + RequestModel.day($0) })
        }
        lines = decisions + Self.lines(corrections, events, clock)
    }

    private static func lines(
        _ corrections: [NewCorrection], _ events: [UUID: RecordedEvent], _ clock: LocalClock
    ) -> [Line] {
        struct Key: Hashable {
            var author: String
            var day: CivilDate
        }
        var counts: [Key: Int] = [:]
        var reasons: [Key: [String]] = [:]
        var order: [Key] = []
        for correction in corrections {
            guard let event = events[correction.event] else { continue }
            let key = Key(author: correction.author, day: clock.date(event.at.seconds))
            if counts[key] == nil { order.append(key) }
            counts[key, default: 0] += 1
            if let reason = correction.reason, !reasons[key, default: []].contains(reason) {
                reasons[key, default: []].append(reason)
            }
        }
        let shown = order.prefix(mostCorrectedDays).map { key in
            Line(
                sentence: localized(
                    "me.corrected", count: counts[key, default: 0], ["who": key.author, "day": key.day.dayAndMonth]),
                remarks: Array(reasons[key, default: []].prefix(mostReasons)),
                dayAddress: Address.me + RequestModel.day(key.day))
        }
        let isCut = order.count > mostCorrectedDays
        return shown + (isCut ? [Line(sentence: localized("me.corrected.further"), remarks: [], dayAddress: nil)] : [])
    }
}
