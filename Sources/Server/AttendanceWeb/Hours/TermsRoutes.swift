import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Hours
import Localization
import WebServer

/// The terms of offices and teams (`/admin/working-time/terms`).
struct TermsRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        let time = try await WorkingTime(for: context, store, zones)
        return try pages.render(
            TermsListPage(
                navigation: try await Navigation(for: context, at: Address.workingTimeTerms, store),
                try await store.offices.offices(), try await store.teams.teams(), time))
    }

    func officePage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(of: try await office(context), context)
    }

    func changeOffice(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context, try await office(context))
    }

    func teamPage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await page(of: try await team(context), context)
    }

    func changeTeam(_ request: Request, _ context: WebContext) async throws -> Response {
        try await change(request, context, try await team(context))
    }

    private func page(of place: TermsPlace, _ context: WebContext) async throws -> Response {
        let time = try await WorkingTime(for: context, store, zones)
        let terms = time.overview[place.scope]
        // A first entry is usually for the current month, another one for a later one.
        let next = place.isTeam || terms.lastChange != nil
        let first = next ? time.today.month.upperBound.adding(days: 1) : time.today.month.lowerBound
        let before = terms.latest(since: time.today)
        return try await page(of: place, TermsForm(before, from: first), before, context, time)
    }

    /// Records the fields that differ from those with which the form was made: a change of another field meanwhile stays. If none
    /// differs, the form moves what it shows to another first day.
    private func change(_ request: Request, _ context: WebContext, _ place: TermsPlace) async throws -> Response {
        let (viewer, fields) = (try context.person(), try await BodyFields(of: request))
        let time = try await WorkingTime(for: context, store, zones)
        let terms = time.overview[place.scope]
        let before = TermsForm.shown(in: fields, of: place.scope) ?? terms.latest(since: time.today)
        let form = TermsForm(fields, before: before, time.overview)
        return try await request.performingAction {
            guard let changes = try form.terms().changes(of: before, in: terms, today: time.today) else {
                throw WebError.badRequest(localized("terms.nothingChanged"), reason: .badSetting)
            }
            // A form that is sent twice is recorded once.
            if time.latestTerms(of: place.scope) == changes {
                return .redirect(Address.workingTimeTerms, done: .changesSaved)
            }
            let isFirst = !place.isTeam && terms.lastChange == nil
            if !isFirst, !form.changesPast, let refusal = time.refusal(ofChangeFrom: changes.from) { throw refusal }
            try await store.hours.append([NewFact(.terms(changes))], by: viewer.id).require()
            return .redirect(Address.workingTimeTerms, done: .changesSaved)
        } orShowing: { problem in
            try await page(of: place, form, before, context, time, problem)
        }
    }

    private func page(
        of place: TermsPlace, _ form: TermsForm, _ before: Terms, _ context: WebContext, _ time: WorkingTime,
        _ problem: WebError? = nil
    ) async throws -> Response {
        let entries = try await time.history(store) { content in
            if case .terms(let terms) = content { terms.scope == place.scope } else { false }
        }
        let page = TermsPage(
            navigation: try await Navigation(for: context, at: Address.workingTimeTerms, store), place, form, before, time,
            entries, problem: problem)
        return try pages.render(page, problem: problem)
    }

    private func office(_ context: WebContext) async throws -> TermsPlace {
        guard let id = OfficeID(try context.parameters.require("id")), let office = try await store.offices.office(id) else {
            throw WebError.goneOffice
        }
        return TermsPlace(scope: office.terms, name: office.name, office: nil, address: Address.terms(of: office.id))
    }

    private func team(_ context: WebContext) async throws -> TermsPlace {
        guard let id = TeamID(try context.parameters.require("id")), let team = try await store.teams.team(id) else {
            throw StoreError.unknownTeam(nil)
        }
        return TermsPlace(scope: team.terms, name: team.name, office: team.officeName, address: Address.terms(of: team.id))
    }
}

extension Terms {
    /// - Parameters:
    ///   - before: the values with which the form was made.
    ///   - terms: what is recorded now.
    fileprivate func changes(of before: Terms, in terms: ScopeTerms, today: CivilDate) -> Terms? {
        if let changes = self.changes(of: before) { return changes }
        // A value that changed meanwhile is not one of the form.
        guard changes(of: terms.latest(since: today)) == nil else { return nil }
        return changes(of: terms.terms(on: from).filled)
    }
}
