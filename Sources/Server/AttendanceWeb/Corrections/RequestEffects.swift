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
        for day in requests.byDay {
            var model = RequestModel(day, target: targets[day[0].id], &clocks, for: viewer)
            model.canDecide = true
            if models.count < Self.most {
                let effect = try await effect(of: day, among: requests, now: now)
                model.effects = effect.lines
                if let date = effect.listedOn?.date {
                    model.recordAddress = RequestModel.address(of: day[0].person.userName, on: date)
                }
            }
            models.append(model)
        }
        return models
    }

    /// One line for each day whose hours would change, such as `Thu 19 Nov 2026: worked 0:00 → 8:05`; empty for a decided request.
    /// The same with the other open requests for the record follows if it differs: a missing day is requested by its start and its end.
    /// The first line warns about a break without a return. With the day that would list the tap; nil: that is not known.
    /// - Parameter requests: one, or those of a whole day in the order of their times.
    func effect(
        of requests: [CorrectionRequest], among others: [CorrectionRequest], now: Instant
    ) async throws -> (lines: [String], listedOn: DailyRow.Key?) {
        guard let request = requests.last, requests.allSatisfy({ $0.state == .open && $0.missingValue == nil }) else {
            return ([], nil)
        }
        if requests.count > 1 {
            let preview = try await store.record.preview(
                of: request.record, for: request.personID, in: request.homeOffice,
                among: requests.dropLast().map(\.record), asOf: now, zones: zones)
            return (preview?.together?.days.compactMap(Self.words) ?? [], preview?.together?.listedOn)
        }
        let further = others.filter { $0.personID == request.personID && $0.id != request.id && $0.state == .open }
        let preview = try await store.record.preview(
            of: request.record, for: request.personID, in: request.homeOffice, among: further.map(\.record), asOf: now,
            zones: zones)
        guard let (own, together) = preview else { return ([], nil) }
        let changes = own.days.compactMap(Self.words)
        let alone = Self.warning(own) + changes
        guard let together else { return (alone, own.listedOn) }
        let touched = Set(own.days.map(\.key))
        let all = together.days.filter { touched.contains($0.key) }.compactMap(Self.words)
        return (all == changes ? alone : alone + [localized("request.effect.others")] + all, own.listedOn)
    }

    /// What approving a break without a return does to the day; empty for any other correction.
    private static func warning(_ preview: CorrectionPreview) -> [String] {
        guard let period = preview.missingResume, let subject = preview.subject else { return [] }
        let clock = LocalClock(zone: subject.zone)
        return [
            localized(
                "request.effect.lacksResume",
                ["from": clock.time(period.lowerBound), "to": clock.time(period.upperBound)])
        ]
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
