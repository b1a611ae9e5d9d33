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
        let days = requests.byDay
        for day in days {
            var model = RequestModel(day, target: targets[day[0].id], &clocks, for: viewer)
            model.canDecide = true
            if models.count < Self.most {
                let effect = try await effect(of: day, among: requests, now: now)
                model.show(effect)
                if let preview = effect.preview, let listed = preview.listedOn {
                    model.recordAddress = RequestModel.address(of: day[0].person.userName, on: listed.date)
                    let zone = clocks.calendars[listed.office].settings(for: listed.date).zone
                    model.dayTaps = Self.taps(preview, on: listed.date, LocalClock(zone: zone))
                }
            }
            models.append(model)
        }
        // Only requests whose effect is shown are approved together.
        for indices in Dictionary(grouping: days.indices.prefix(Self.most), by: { days[$0][0].personID }).values {
            let ready = indices.filter { models[$0].canApprove && models[$0].changedSince == nil }
            guard ready.count > 1, let first = indices.first else { continue }
            models[first].approvesAll = RequestModel.ApproveAll(
                count: ready.count,
                choices: ready.map { index in
                    RequestModel.ApproveAll.Choice(
                        id: models[index].id,
                        value: models[index].isDay ? RequestModel.ApproveAll.wholeDay : RequestModel.ApproveAll.single)
                })
        }
        return models
    }

    /// What open requests would change.
    struct Effect: Sendable {
        /// nil: it is not known.
        var preview: CorrectionPreview?
        /// One line for each day whose hours would change, such as `Thu 19 Nov 2026: worked 0:00 → 8:05`. The same with the other
        /// open requests for the record follows if it differs: a missing day is requested by its start and its end.
        var lines: [String] = []
        /// Warns about a break without a return; nil: there is none.
        var warning: String?
    }

    /// What a request would change; nothing if it is decided.
    /// - Parameter requests: one, or those of a whole day in the order of their times.
    func effect(of requests: [CorrectionRequest], among others: [CorrectionRequest], now: Instant) async throws -> Effect {
        guard let request = requests.last, requests.allSatisfy({ $0.state == .open && $0.missingValue == nil }) else {
            return Effect()
        }
        if requests.count > 1 {
            let together = try await store.record.preview(
                of: request.record, for: request.personID, in: request.homeOffice,
                among: requests.dropLast().map(\.record), asOf: now, zones: zones)?.together
            return Effect(preview: together, lines: together?.days.compactMap(Self.words) ?? [])
        }
        let further = others.filter { $0.personID == request.personID && $0.id != request.id && $0.state == .open }
        let preview = try await store.record.preview(
            of: request.record, for: request.personID, in: request.homeOffice, among: further.map(\.record), asOf: now,
            zones: zones)
        guard let (own, together) = preview else { return Effect() }
        let changes = own.days.compactMap(Self.words)
        var effect = Effect(preview: own, lines: changes, warning: Self.warning(own))
        guard let together else { return effect }
        let touched = Set(own.days.map(\.key))
        let all = together.days.filter { touched.contains($0.key) }.compactMap(Self.words)
        if all != changes { effect.lines += [localized("request.effect.others")] + all }
        return effect
    }

    /// What approving a break without a return, or the end that follows it, does to the day; nil for any other correction.
    private static func warning(_ preview: CorrectionPreview) -> String? {
        guard let period = preview.missingResume ?? preview.endedBreak, let subject = preview.subject else { return nil }
        let clock = LocalClock(zone: subject.zone)
        return localized(
            "request.effect.lacksResume", ["from": clock.time(period.lowerBound), "to": clock.time(period.upperBound)])
    }

    /// The taps of a day in one line, such as `in 08:49 · break 12:00–12:40 · out ?`; nil: it has none.
    private static func taps(_ preview: CorrectionPreview, on day: CivilDate, _ clock: LocalClock) -> String? {
        func time(_ at: Int64?) -> String { at.map { clock.time($0, on: day) } ?? "?" }
        let sessions = preview.sessions.flatMap { session -> [String] in
            let breaks = session.stretches.filter(\.isPause).map { pause in
                localized("request.taps.break", ["from": time(pause.start), "to": time(pause.end)])
            }
            let out = session.state == .open ? [] : [localized("request.taps.out", ["time": time(session.end)])]
            return [localized("request.taps.in", ["time": time(session.start)])] + breaks + out
        }
        let unmatched = preview.unmatched.map { tap in
            localized("correction.unmatchedTap", ["tap": RecordWords.tap(tap.kind, at: time(tap.at))])
        }
        let taps = sessions + unmatched
        return taps.isEmpty ? nil : taps.joined(separator: " · ")
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
