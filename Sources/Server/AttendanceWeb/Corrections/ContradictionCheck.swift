import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// Refuses corrections that make no sense in the record of their day.
struct ContradictionCheck: Sendable {
    let store: AttendanceStore
    let zones: TimeZoneDatabase

    /// - Parameter isSure: whether other taps may lose their effect. Only forms ask.
    /// - Throws: ``WebError`` if the correction contradicts the record, also if all that is requested already is approved. The
    ///   sentence says a time of the record, so it is logged as an access, except for a time in the future.
    func requireNone(_ matter: ReceivedCorrection, by viewer: Person, isSure: Bool = true, now: Instant) async throws {
        // A correction that is sent again was checked the first time.
        if try await isKnown(matter.record.id) { return }
        try await requireNone(matter.record, for: matter.subject, by: viewer, isSure: isSure, now: now)
    }

    /// The same for an open request before its approval: the record may have changed since it was sent.
    func requireNone(_ request: CorrectionRequest, for subject: Person, by viewer: Person, now: Instant) async throws {
        guard request.state == .open, request.missingValue == nil, ![request.askerID, request.personID].contains(viewer.id)
        else { return }
        try await requireNone(request.record, for: subject, by: viewer, isSure: true, now: now)
    }

    private func requireNone(
        _ record: LogRecord, for subject: Person, by viewer: Person, isSure: Bool, now: Instant
    ) async throws {
        var target: RecordedEvent?
        if let id = record.target { target = try await store.corrections.events([id])[id] }
        func preview(_ further: [LogRecord]) async throws -> CorrectionPreview? {
            try await store.record.preview(
                of: record, target: target, for: subject, assuming: further, asOf: now, zones: zones)
        }
        func isAccepted(_ preview: CorrectionPreview) -> Bool {
            preview.contradiction == nil && (isSure || preview.uncounted.isEmpty)
        }
        guard var found = try await preview([]), !isAccepted(found), let (at, place) = found.subject else { return }
        // The log would refuse it for its time, whatever the day has.
        var calendars = try await store.officeSettings.calendars(zones)
        let policy = calendars[place.office].policy(for: place.date)
        if policy.isFuture(Instant(millisecondsSince1970: at * 1000), receivedAt: now) {
            throw RecordWords.error(.rejected(.future))
        }
        let requested = try await store.requests.requests(of: subject.id).filter {
            $0.state == .open && $0.record.id != record.id
        }
        if !requested.isEmpty, let together = try await preview(requested.map(\.record)), together.contradiction == nil {
            found = together
            if isAccepted(together) { return }
        }
        if viewer.id != subject.id {
            try await store.audit.log(
                viewer, sees: subject.id, of: place.date...place.date, purpose: AccessPurpose.correcting.rawValue,
                now: now)
        }
        let clock = LocalClock(zone: try await store.record.clock(of: place.office, on: place.date, zones: zones))
        guard let contradiction = found.contradiction else {
            let taps = found.uncounted.map { RecordWords.tap($0.kind, at: clock.time($0.at, on: place.date)) }
            throw WebError(
                .unprocessableContent, localized("correction.uncounted", ["taps": taps.localizedList("record.separator")]),
                reason: .tapsWouldNotCount)
        }
        var longest: Duration?
        if case .afterDeadline(let deadline, let start) = contradiction {
            longest = calendars[place.office].policy(at: start).maximumSession.flatMap { length in
                start + length.components.seconds == deadline ? length : nil
            }
        }
        throw WebError(
            .unprocessableContent, Self.sentence(contradiction, at: at, longest: longest, clock), reason: .contradiction)
    }

    /// Whether a correction or a request has this id.
    func isKnown(_ id: UUID) async throws -> Bool {
        if try await store.corrections.isRecorded(id) { return true }
        return try await store.requests.request(id) != nil
    }

    /// - Parameter longest: the length of a session that gives its last instant; nil: the end of the working day gives it.
    private static func sentence(
        _ contradiction: CorrectionPreview.Contradiction, at: Int64, longest: Duration?, _ clock: LocalClock
    ) -> String {
        let time = clock.time(at)
        return switch contradiction {
        case .beforeStart(let start): beforeStart(time, start: clock.time(start))
        case .startAfter(let tap): localized("correction.startAfter", ["time": clock.time(tap)])
        case .afterEnd(let end): localized("correction.afterEnd", ["time": time, "end": clock.time(end)])
        case .afterDeadline(let deadline, let start):
            localized(
                longest == nil ? "correction.afterDeadline" : "correction.afterLongestSession",
                [
                    "time": time, "day": clock.date(start).short, "hours": longest.map(DurationUnit.hours.text) ?? "",
                    "deadline": localized(
                        "record.onDay", ["what": clock.time(deadline), "day": clock.date(deadline).short]),
                ])
        case .beforeTap(let kind, let isResume, let tap, let last):
            localized(
                "correction.beforeTap",
                [
                    "time": time, "tap": RecordWords.tap(kind, isResume: isResume, at: clock.time(tap)),
                    "last": clock.time(last),
                ])
        }
    }

    /// A time of the morning can be meant for the next date.
    private static func beforeStart(_ time: String, start: String) -> String {
        let sentence = localized("correction.beforeStart", ["time": time, "start": start])
        guard time < "12" else { return sentence }
        return [sentence, localized("correction.pastMidnight")].localizedList("done.sentences")
    }
}
