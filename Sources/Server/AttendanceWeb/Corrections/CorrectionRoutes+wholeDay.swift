import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The form that adds a whole day, or requests it.
extension CorrectionRoutes {
    func sendDay(
        _ fields: BodyFields, _ context: WebContext, _ person: Person, _ right: PersonPermission
    ) async throws -> Response {
        let viewer = try context.person()
        var form = try WholeDayForm(fields)
        if let text = form.desk { form.desk = try await typedDesk(text, nil, person) }
        let day = form.date.flatMap { CivilDate(text: $0) }
        let clock = try await clock(person, nil, on: day ?? CivilDate(daysSince1970: context.now.seconds / 86_400))
        let effect: (isNew: Bool, change: CorrectionPreview?)
        do {
            let day = try await wholeDay(form, of: person, by: viewer, clock, now: context.now)
            effect = try await send(day, for: person, by: viewer, right, now: context.now)
        } catch let problem as WholeDayForm.Problem {
            return try await dayPage(form, context, person, right, clock, problem: problem)
        } catch let error as WebError where error.status.kind == .clientError && error.reason != WebError.notYours.reason {
            var problem = WholeDayForm.Problem(error: error, field: Self.field(of: error))
            if error.reason == .conflict {
                // A browser that went back to the form sends its id with other values.
                form.id = UUID()
                problem.error = WebError(.conflict, localized("correction.formSent"), reason: .conflict)
            }
            return try await dayPage(form, context, person, right, clock, problem: problem)
        }
        let hours = try await shownHours(effect.change, isNew: effect.isNew, of: person, viewer, now: context.now)
        return redirect(
            after: right, viewer, person, to: form.back, listedOn: effect.change?.listedOn, or: day, hours: hours)
    }

    /// - Throws: ``WholeDayForm/Problem``, or ``WebError`` for what no field of a time is about.
    private func wholeDay(
        _ form: WholeDayForm, of person: Person, by viewer: Person, _ clock: LocalClock, now: Instant
    ) async throws -> WholeDay {
        var entries: [CorrectionSubmission] = []
        for report in try form.reports(for: person.userName, by: viewer.userName, clock) {
            guard let matter = try await ReceivedCorrection.matter(report, store.people), matter.subject == person else {
                throw WebError.notYours
            }
            entries.append(CorrectionSubmission(matter.record, atSent: matter.atSent, receivedAt: now))
        }
        return WholeDay(entries)
    }

    /// Records the day, or the requests for it.
    /// - Throws: ``WebError`` if the log rejects it, or it contradicts the record.
    private func send(
        _ day: WholeDay, for person: Person, by viewer: Person, _ right: PersonPermission, now: Instant
    ) async throws -> (isNew: Bool, change: CorrectionPreview?) {
        if right == .correct {
            switch try await store.corrections.add(day, for: person, zones: zones) {
            case .evaluated(let outcome, let change):
                guard outcome.isAcceptedOrKnown else { throw RecordWords.error(outcome) }
                return (outcome != .duplicate, change)
            case .contradictory(let refusal): throw try await refused(refusal, person, viewer, now)
            }
        }
        switch try await store.requests.ask(day, by: viewer, for: person, now: now, zones: zones) {
        case .asked(_, let change): return (true, change)
        case .known(_, let change): return (false, change)
        case .contradictory(let refusal): throw try await refused(refusal, person, viewer, now)
        case .impossible(let outcome): throw RecordWords.error(outcome)
        case .tooManyOpen: throw WebError.tooManyOpenRequests
        }
    }

    private static func field(of error: WebError) -> WholeDayForm.Field? {
        switch error.reason {
        case .badDesk, .deskRequired, .unknownDesk: .desk
        case .badTime, .contradiction, .future: .hours
        default: nil
        }
    }

    /// The form, with the taps of its day, which is logged as an access.
    /// - Parameter dayTaps: of the form's day; nil: not derived yet.
    func dayPage(
        _ form: WholeDayForm, _ context: WebContext, _ person: Person, _ right: PersonPermission, _ clock: LocalClock,
        _ dayTaps: DayTaps? = nil, problem: WholeDayForm.Problem? = nil
    ) async throws -> Response {
        let viewer = try context.person()
        var shown = dayTaps
        if let day = form.date.flatMap({ CivilDate(text: $0) }) {
            if shown == nil { shown = try await DayTaps(of: day, with: nil, person, store, zones, now: context.now) }
            try await log(viewer, sees: person, of: day...day, context.now)
        }
        let isOwn = viewer.id == person.id
        let section = isOwn ? Address.me : form.back?.section ?? Address.people
        let page = try pages.render(
            WholeDayPage(
                form, navigation: try await Navigation(for: context, at: section, store), subject: person, isOwn: isOwn,
                change: change(right, person, isOwn: isOwn), dayTaps: shown?.words, clock, problem: problem))
        return page.with(status: problem?.error.status ?? .ok)
    }
}
