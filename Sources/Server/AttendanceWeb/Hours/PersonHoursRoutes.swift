import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Hummingbird
import Localization
import WebServer

/// The hours of a person (`/hr/people/{user}/hours`). Not those of the viewer.
struct PersonHoursRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func page(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        try await page(context, try await state(of: person, context), PersonHoursPage.Forms())
    }

    func changeTerms(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let form = try PersonTermsForm(try await BodyFields(of: request))
        let state = try await state(of: person, context)
        var forms = PersonHoursPage.Forms(terms: form)
        return try await carryOut(request, context, state, &forms) {
            let terms = try form.terms(of: person.id, state.common, in: HoursForms.termsDays(state.today))
            return ([NewFact(id: form.id, .terms(terms))], form.reason)
        } again: {
            $0.terms?.id = UUID()
        }
    }

    func makeSchedule(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let form = try WeekForm(try await BodyFields(of: request))
        let state = try await state(of: person, context)
        var forms = PersonHoursPage.Forms(week: form)
        return try await carryOut(request, context, state, &forms) {
            (try form.facts(of: person.id, state.common, in: HoursForms.termsDays(state.today)), form.reason)
        } again: {
            $0.week?.id = UUID()
        }
    }

    func transfer(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let form = try TransferForm(try await BodyFields(of: request))
        let state = try await state(of: person, context)
        let places = state.places(for: try context.person())
        // A form that is sent twice changes nothing the second time.
        let isRecorded = state.facts.contains { UUID(uuidString: $0.fact.id) == form.id }
        var forms = PersonHoursPage.Forms(transfer: form)
        return try await carryOut(request, context, state, &forms) {
            let employment = try form.employment(
                of: person.id, places, after: isRecorded ? [] : state.history.employments, in: state.employmentDays)
            return ([NewFact(id: form.id, .employment(employment))], form.reason)
        } again: {
            $0.transfer?.id = UUID()
        }
    }

    func adjust(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let form = try AdjustmentForm(try await BodyFields(of: request))
        let state = try await state(of: person, context)
        var forms = PersonHoursPage.Forms(adjustment: form)
        return try await carryOut(request, context, state, &forms) {
            let adjustment = try form.adjustment(of: person.id, state.hours.facts.adjustments, today: state.today)
            return ([NewFact(id: form.id, .adjustment(adjustment))], form.reason)
        } again: {
            $0.adjustment?.id = UUID()
        }
    }

    /// Removes an adjustment, terms of the person's own, or a transfer that was recorded here.
    func remove(_ request: Request, _ context: WebContext, _ person: Person) async throws -> Response {
        let fields = try await BodyFields(of: request)
        let (id, reason) = (try fields.formID(), try fields.sentence("reason"))
        let target = fields["fact"].flatMap { UUID(uuidString: $0) }?.uuidString.lowercased()
        let state = try await state(of: person, context)
        var forms = PersonHoursPage.Forms()
        return try await carryOut(request, context, state, &forms) {
            guard let fact = state.facts.first(where: { $0.fact.id == target }), fact.isRemovable else {
                throw HoursProblem(nil, localized("workingTime.goneEntry"), .unknownTarget, .notFound)
            }
            if reason == nil { throw HoursProblem.reasonMissing }
            // A form that is sent twice has nothing left to remove.
            let isRemoved = state.facts.contains { $0.fact.content == .void(target: fact.fact.id) }
            return (isRemoved ? [] : [NewFact(id: id, .void(target: fact.fact.id))], reason)
        } again: { _ in
        }
    }

    /// Records the facts of a form and leads back to the page, or shows the page with what is wrong.
    /// - Parameters:
    ///   - facts: throws ``HoursProblem``.
    ///   - again: gives the form a new id.
    private func carryOut(
        _ request: Request, _ context: WebContext, _ state: HoursOfPerson, _ forms: inout PersonHoursPage.Forms,
        _ facts: () throws -> (facts: [NewFact], reason: String?), again: (inout PersonHoursPage.Forms) -> Void
    ) async throws -> Response {
        do {
            let (facts, reason) = try facts()
            if !facts.isEmpty {
                try await store.hours.appendTyped(facts, by: try context.person().id, reason: reason)
            }
            return .redirect(Address.personHours(state.person.userName), done: .changesSaved)
        } catch let problem as HoursProblem {
            guard request.wantsPage else { throw problem.error }
            // A browser that went back to the form sends its id with other values.
            if problem.error.reason == .conflict { again(&forms) }
            forms.problem = problem
            return try await page(context, state, forms)
        }
    }

    private func state(of person: Person, _ context: WebContext) async throws -> HoursOfPerson {
        try await HoursOfPerson(of: person, store, zones, now: context.now)
    }

    /// The page, which is logged as an access.
    private func page(
        _ context: WebContext, _ state: HoursOfPerson, _ forms: PersonHoursPage.Forms
    ) async throws -> Response {
        let viewer = try context.person()
        try await store.audit.log(
            viewer, sees: state.person.id, of: state.period, purpose: AccessPurpose.hours.rawValue, now: context.now)
        let page = PersonHoursPage(
            navigation: try await Navigation(for: context, at: Address.people, store), state,
            places: state.places(for: viewer),
            openingsAddress: viewer.may(.recordFacts, in: state.person.office)
                ? Address.openingBalances(of: state.offices[state.person.office]) : nil, forms)
        return try pages.render(page, problem: forms.problem?.error)
    }
}

extension HoursStore {
    /// Records facts of a form.
    /// - Throws: ``HoursProblem`` unless they are recorded, also by the same form before.
    func appendTyped(_ facts: [NewFact], by author: PersonID, reason: String?) async throws {
        switch try await append(facts, by: author, reason: reason) {
        case .appended, .duplicate: return
        case .conflict:
            throw HoursProblem(nil, localized("correction.formSent"), .conflict, .conflict)
        case .rejected:
            throw HoursProblem(nil, localized("workingTime.refused"), .rejected)
        }
    }
}
