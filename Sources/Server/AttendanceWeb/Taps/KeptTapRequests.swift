import Attendance
import AttendanceStore
import FoundationEssentials
import Localization
import WebServer

/// Makes correction requests of taps that a phone kept without a connection and sent too late
/// (``TapSubmission/clockTolerance``). A phone's clock proves no time, so the person's manager or HR decides.
struct KeptTapRequests: Sendable {
    let store: AttendanceStore
    let zones: TimeZoneDatabase

    /// Stores the request, with the tap's id. It stores nothing if the tap was sent before, or if the record or an open request has
    /// such a tap within the office's repeat window and no other tap in between, such as a break.
    ///
    /// The order of kept taps does not matter, so a break without a clock-in is requested, too. The approval checks the whole day.
    /// - Throws: ``WebError`` if the tap is malformed, the log would reject it, or the person has too many open requests.
    func send(_ report: TapReport, of person: Person, now: Instant) async throws -> TapAnswer {
        let tap: Tap
        do throws(RejectionReason) {
            tap = try report.tap()
        } catch {
            throw Self.error(.rejected(error), report)
        }
        if let answer = try await answer(to: tap.id, of: person, now: now) { return answer }
        var calendars = try await store.officeSettings.calendars(zones)
        let window = calendars[person.office].policy(at: tap.at.seconds).repeatWindow
        let known = try await recordedTaps(around: tap.at, of: person, now: now) + requestedTaps(of: person)
        func isAlike(_ one: KnownTap) -> Bool { one.kind == tap.kind && (one.kind != .start || one.desk == tap.desk) }
        let others = known.filter { !isAlike($0) }.map(\.at)
        let same = known.first { one in
            guard isAlike(one), (one.at - tap.at).magnitude <= window else { return false }
            let between = min(one.at, tap.at)...max(one.at, tap.at)
            return !others.contains(where: between.contains)
        }
        if let same, same.isRecorded {
            return TapAnswer(
                tap.id, outcome: "already_recorded",
                localized("tap.alreadyRecorded", ["tap": try await words(same.kind, at: same.at, of: person, now: now)]))
        }
        if let same { return try await requested(tap.id, same.kind, at: same.at, of: person, now: now) }
        let reason = Justification(author: person.userName, reason: localized("tap.sentLater.reason"))
        let outcome = try await store.requests.ask(
            .add(tap, reason), atSent: report.at, by: person, for: person, .nothing, now: now, zones: zones)
        switch outcome {
        case .asked, .known: return try await requested(tap.id, tap.kind, at: tap.at, of: person, now: now)
        // It is not compared with the record.
        case .contradictory(let correction): throw WebError(refused: correction)
        case .impossible(let outcome): throw Self.error(outcome, report)
        case .tooManyOpen: throw WebError.tooManyOpenRequests
        }
    }

    /// The answer about a tap for which the person made a request, by this type or by the form; nil: there is no request with
    /// its id.
    func answer(to id: UUID, of person: Person, now: Instant) async throws -> TapAnswer? {
        guard let request = try await store.requests.request(id), request.askerID == person.id,
            case .add(let tap, _) = request.record
        else { return nil }
        return try await requested(id, tap.kind, at: tap.at, of: person, now: now)
    }

    /// A tap of the record, or of an open request.
    private struct KnownTap {
        let kind: TapKind
        let at: Instant
        let desk: DeskID?
        let isRecorded: Bool
    }

    /// Those that count or are held, around an instant: a day in any zone, and one more for sessions over a day boundary.
    private func recordedTaps(around instant: Instant, of person: Person, now: Instant) async throws -> [KnownTap] {
        let day = CivilDate(daysSince1970: instant.seconds / 86_400)
        return try await store.record.days(
            of: person.id, in: day.adding(days: -2)...day.adding(days: 1), asOf: now, zones: zones
        ).flatMap(\.events).map(\.event).filter { !$0.isVoided }.map { event in
            KnownTap(kind: event.kind, at: event.at, desk: event.desk, isRecorded: true)
        }
    }

    private func requestedTaps(of person: Person) async throws -> [KnownTap] {
        try await store.requests.requests(of: person.id).compactMap { request in
            guard request.state == .open, case .add(let tap, _) = request.record else { return nil }
            return KnownTap(kind: tap.kind, at: tap.at, desk: tap.desk, isRecorded: false)
        }
    }

    /// The answer about a tap that became a request for a tap of this kind and time.
    private func requested(
        _ id: UUID, _ kind: TapKind, at instant: Instant, of person: Person, now: Instant
    ) async throws -> TapAnswer {
        let hasManager = try await store.teams.hasManager(person.id)
        return TapAnswer(
            id, outcome: "requested",
            localized(
                hasManager ? "tap.sentLater.manager" : "tap.sentLater.hr",
                ["tap": try await words(kind, at: instant, of: person, now: now)]))
    }

    /// Such as `break 08:20`, with the day if it is not today.
    private func words(_ kind: TapKind, at instant: Instant, of person: Person, now: Instant) async throws -> String {
        let clock = try await store.officeSettings.clock(of: person, zones, now: now).clock
        return localized(
            "record.tapAt",
            ["kind": localized("request.kind.\(kind.rawValue)"), "time": clock.time(instant.seconds, asOf: now.seconds)])
    }

    private static func error(_ outcome: IngestOutcome, _ report: TapReport) -> WebError {
        let answer = TapAnswer(report, .log(outcome))
        return WebError(outcome.status, answer.message, reason: answer.reason)
    }
}

extension TapAnswer {
    /// About a tap that is settled without being recorded.
    fileprivate init(_ id: UUID, outcome: String, _ message: String) {
        self.id = id.uuidString.lowercased()
        self.outcome = outcome
        (reason, notes) = (nil, [])
        self.message = message
    }
}
