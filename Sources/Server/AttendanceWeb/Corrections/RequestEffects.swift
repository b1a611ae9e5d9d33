import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// What open requests and corrections would change in the hours of their days, for the requester and the person who
/// decides.
struct RequestEffects: Sendable {
    let store: AttendanceStore
    let zones: TimeZoneDatabase

    /// The number of requests on a page whose effect is derived.
    private static let most = 20

    /// Open requests for a viewer who can decide them.
    /// - Parameter targets: of ``CorrectionStore/targets(of:)``.
    func models(
        _ requests: [CorrectionRequest], _ targets: [UUID: RecordedEvent], _ clocks: inout RequestClocks, for viewer: Person,
        now: Instant
    ) async throws -> [RequestModel] {
        var models: [RequestModel] = []
        for request in requests {
            let target = targets[request.id]
            var model = RequestModel(request, target: target, &clocks, for: viewer)
            model.canDecide = true
            if models.count < Self.most {
                let effect = try await effect(of: request, target: target, among: requests, now: now)
                model.effects = effect.lines
                if let day = effect.listedOn?.date {
                    model.recordAddress = RequestModel.address(of: request.person.userName, on: day)
                }
            }
            models.append(model)
        }
        return models
    }

    /// One line for each day whose hours would change, such as `Thu 19 Nov 2026: worked 0:00 → 8:05`; empty for a decided request.
    /// The same with the other open requests for the record follows if it differs: a missing day is requested by its start and its end.
    /// The first line warns about a break without a return. With the day that would list the tap; nil: that is not known.
    func effect(
        of request: CorrectionRequest, target: RecordedEvent?, among others: [CorrectionRequest], now: Instant
    ) async throws -> (lines: [String], listedOn: DailyRow.Key?) {
        guard request.state == .open, request.missingValue == nil else { return ([], nil) }
        let person = try await store.people.formerOrPresentPerson(userName: request.person.userName)
        func preview(_ further: [LogRecord]) async throws -> CorrectionPreview? {
            try await store.record.preview(
                of: request.record, target: target, for: person, assuming: further, asOf: now, zones: zones)
        }
        guard let own = try await preview([]) else { return ([], nil) }
        let further = others.filter { $0.personID == request.personID && $0.id != request.id && $0.state == .open }
        let alone = try await warning(own, among: further) + own.days.compactMap(Self.words)
        if further.isEmpty { return (alone, own.listedOn) }
        let touched = Set(own.days.map(\.key))
        let together = try await (preview(further.map(\.record))?.days ?? []).filter { touched.contains($0.key) }
            .compactMap(Self.words)
        let isSame = together == own.days.compactMap(Self.words)
        return (isSame ? alone : alone + [localized("request.effect.others")] + together, own.listedOn)
    }

    /// How a correction would change the worked hours of its days now, for the message after it or after its request, and the day
    /// that would list its tap. Empty if that is not known.
    func hours(
        _ record: LogRecord, for person: Person, now: Instant
    ) async throws -> (changes: [HoursChange], listedOn: DailyRow.Key?) {
        var target: RecordedEvent?
        if let id = record.target { target = try await store.corrections.events([id])[id] }
        let preview = try await store.record.preview(of: record, target: target, for: person, asOf: now, zones: zones)
        guard let preview else { return ([], nil) }
        var lacksResume = false
        if let period = preview.missingResume {
            lacksResume = try await !Self.isStartRequested(in: period, among: store.requests.requests(of: person.id))
        }
        return (HoursChange.days(of: preview, lacksResume: lacksResume), preview.listedOn)
    }

    /// What approving a break without a return does to the day; empty for any other correction.
    /// - Parameter further: the other open requests for the record.
    private func warning(_ preview: CorrectionPreview, among further: [CorrectionRequest]) async throws -> [String] {
        guard let period = preview.missingResume, let place = preview.subject?.place,
            !Self.isStartRequested(in: period, among: further)
        else { return [] }
        let clock = LocalClock(zone: try await store.record.clock(of: place.office, on: place.date, zones: zones))
        return [
            localized(
                "request.effect.lacksResume",
                ["from": clock.time(period.lowerBound), "to": clock.time(period.upperBound)])
        ]
    }

    private static func isStartRequested(in period: ClosedRange<Int64>, among requests: [CorrectionRequest]) -> Bool {
        requests.contains { request in
            guard request.state == .open, case .add(let tap, _) = request.record else { return false }
            return tap.kind == .start && period.contains(tap.at.seconds)
        }
    }

    /// nil if the hours do not change.
    private static func words(_ day: CorrectionPreview.Day) -> String? {
        let (before, after) = (day.before?.time ?? .zero, day.after?.time ?? .zero)
        let (worked, corrected) = (before.workedInWords, after.workedInWords)
        let (pause, correctedPause) = (before.pauseInWords, after.pauseInWords)
        if worked == corrected && pause == correctedPause { return nil }
        let line = localized(
            "request.effect", ["day": day.key.date.withWeekday, "before": worked, "after": corrected])
        return pause == correctedPause
            ? line : localized("request.effect.break", ["what": line, "before": pause, "after": correctedPause])
    }
}
