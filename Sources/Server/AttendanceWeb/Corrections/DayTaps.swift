import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// The taps of a day, as text for the forms that correct it. Repeated taps are only counted; unmatched ones are marked.
struct DayTaps: Sendable {
    let words: String
    /// Whether no tap of the day counts.
    let isEmpty: Bool
    /// The day: of a tap, that of its session.
    let day: CivilDate

    /// - Parameter event: a tap that can belong to the day before, because its session began there.
    init(
        of date: CivilDate, with event: RecordedEvent?, _ person: Person, _ store: AttendanceStore, _ zones: TimeZoneDatabase,
        now: Instant
    ) async throws {
        let from = event == nil ? date : date.adding(days: -1)
        var days = try await store.record.days(of: person.id, in: from...date, asOf: now, zones: zones)
        let day = days.last { $0.events.contains { $0.event.id == event?.id } }?.row.key.date ?? date
        days.removeAll { $0.row.key.date != day }
        var repeatedTaps = 0
        var taps = days.flatMap { recorded -> [String] in
            let clock = LocalClock(zone: recorded.zone)
            let moves = Self.taps(noted: [.deskMove], in: recorded.sessions)
            let repeated = Self.taps(noted: Self.repeatedNotes, in: recorded.sessions)
            let unmatched = Set(recorded.unmatchedTaps.map(\.event))
            let events = recorded.events.map(\.event).filter(\.isEffective)
            repeatedTaps += events.count { repeated.contains($0.id) }
            return events.filter { !repeated.contains($0.id) }.map { event in
                let isResume = recorded.sessions.contains { $0.isResume(event.kind, at: event.at) }
                let kind = RecordWords.kind(of: event, isResume: isResume, isMove: moves.contains(event.id))
                let time = clock.time(event.at.seconds, on: day)
                let tap = localized("record.tapAt", ["kind": kind, "time": time])
                return unmatched.contains(event.id) ? localized("correction.unmatchedTap", ["tap": tap]) : tap
            }
        }
        if repeatedTaps > 0, let last = taps.popLast() {
            taps.append(localized("correction.repeatedTaps", ["tap": last, "count": "\(repeatedTaps)"]))
        }
        let isThisYear =
            try await store.officeSettings.today(of: person, zones, now: now).components.year == day.components.year
        let name = isThisYear ? day.long : day.longWithYear
        self.day = day
        isEmpty = taps.isEmpty
        words =
            taps.isEmpty
            ? localized("correction.noDayTaps", ["day": name])
            : localized("correction.dayTaps", ["day": name, "taps": taps.localizedList("record.separator")])
    }

    /// The notes of taps that only repeat an earlier one, or are a break after the clock-out.
    static let repeatedNotes: Set<TapNote> = [.repeatStart, .repeatPause, .repeatEnd, .pauseAfterEnd]

    /// The taps about which the sessions have one of these notes.
    static func taps(noted codes: Set<TapNote>, in sessions: [Session]) -> Set<UUID> {
        Set(sessions.flatMap(\.notes).filter { codes.contains($0.code) }.map(\.event))
    }
}
