import Attendance
import AttendanceStore
import Hours
import Localization

/// What the pages of working time show: the facts that concern all people, on the day of the viewer's office.
struct WorkingTime: Sendable {
    let facts: [HoursFact]
    let overview: TermsOverview
    let clock: LocalClock
    let today: CivilDate
    /// Whether the viewer may change what the pages show. HR only reads it.
    let mayChange: Bool

    init(for context: WebContext, _ store: AttendanceStore, _ zones: TimeZoneDatabase) async throws {
        mayChange = try await Self.mayChange(context, store)
        facts = try await store.hours.commonFacts().facts
        overview = TermsOverview(facts.map(\.fact))
        (clock, today) = try await store.officeSettings.clock(of: try context.person(), zones, now: context.now)
    }

    /// - Throws: ``WebError/notFound`` for HR while there is no schedule.
    static func mayChange(_ context: WebContext, _ store: AttendanceStore) async throws -> Bool {
        if try context.person().may(.administer) { return true }
        if try await store.commonFacts.facts().isEmpty { throw WebError.notFound }
        return false
    }

    /// The terms that were recorded last, without removed ones.
    func latestTerms(of scope: Terms.Scope) -> Terms? {
        for fact in facts.map(\.fact).withoutVoided.reversed() {
            if case .terms(let terms) = fact.content, terms.scope == scope { return terms }
        }
        return nil
    }

    /// Entries with their authors.
    /// - Parameter isShown: whether a fact is one of them.
    func history(_ store: AttendanceStore, _ isShown: (Fact.Content) -> Bool) async throws -> [FactHistory.Entry] {
        let history = FactHistory(facts, isShown)
        return history.entries(try await store.people.displayNames(of: history.authors), clock, today: today)
    }

    /// The refusal of a change of past days; nil: the change begins today or later.
    func refusal(ofChangeFrom date: CivilDate) -> WebError? {
        if date >= today { return nil }
        let days = localized("workingTime.pastDays", count: today.daysSince1970 - date.daysSince1970)
        return WebError(
            .conflict, localized("workingTime.past", ["days": days, "day": date.short]), reason: .rowsWouldChange)
    }
}

extension AppendOutcome {
    /// - Throws: ``WebError`` if nothing is recorded.
    func require() throws(WebError) {
        switch self {
        case .appended, .duplicate: break
        case .conflict, .rejected: throw WebError(.conflict, localized("workingTime.refused"), reason: .conflict)
        }
    }
}
