import Attendance
import AttendanceStore
import FoundationEssentials
import HTTPTypes
import Hours
import Localization

/// Decides which facts an author may record: about other people in reach, and as administrator those that concern all people.
/// Then the facts get numbers instead of names.
struct FactPermissions {
    private let author: Person
    private let store: AttendanceStore
    private let names: FactNames
    /// The recorded targets of voids.
    private let targets: [UUID: HoursStore.Target]
    /// The people about whom the author may record facts, by user name as sent.
    private var people: [String: Person] = [:]

    init(of author: Person, over received: ReceivedFacts, _ store: AttendanceStore) async throws {
        (self.author, self.store) = (author, store)
        names = try await FactNames(store)
        targets = try await store.hours.targets(received.facts.compactMap(\.target))
    }

    /// The fact as it is recorded.
    /// - Throws: ``WebError``.
    mutating func permitted(_ one: ReceivedFacts.One) async throws -> NewFact {
        let person = try await require(one)
        do throws(FactRejection) {
            return NewFact(id: one.id, try names.numbered(one.fields, one.fact.content, about: person))
        } catch {
            throw WebError(error, of: one.id)
        }
    }

    /// - Returns: the person whom the fact names.
    private mutating func require(_ one: ReceivedFacts.One) async throws -> Person? {
        switch one.fact.content {
        case .confirm, .approve, .close: throw Self.periodsRefused(one.id)
        case .void:
            // The target can be in the same request. Then it is checked itself.
            guard let target = one.target.flatMap({ targets[$0] }) else { return nil }
            if [.confirm, .approve, .close].contains(target.type) { throw Self.periodsRefused(one.id) }
            guard let number = target.person else {
                try requireAdministrator()
                return nil
            }
            try await require(over: try await store.people.accounts(of: [number]).first?.person)
            guard target.type != .employment || target.author != nil else {
                throw Self.refused(one.id, "hoursAPI.ofAccount", .unknownTarget)
            }
            return nil
        case .schedule, .terms, .holiday, .kind, .account, .employment, .grant, .absence, .adjustment:
            guard let user = one.fact.user else {
                try requireAdministrator()
                return nil
            }
            let person = try await person(user)
            if case .employment(let employment) = one.fact.content { try await require(employment, of: person, one.id) }
            return person
        }
    }

    private mutating func person(_ user: String) async throws -> Person {
        if let person = people[user] { return person }
        let person = try await require(over: try await PersonLookup(people: store.people).person(userName: user))
        people[user] = person
        return person
    }

    /// - Parameter person: nil: there is no such person.
    @discardableResult
    private func require(over person: Person?) async throws -> Person {
        if person?.id == author.id { throw WebError(.forbidden, localized("hoursAPI.own"), reason: .own) }
        try await Authorization(store: store).require(.recordHours, author, over: person)
        guard let person else { throw WebError.notYours }
        return person
    }

    /// Requires an office of the author's, and a day on which the person works here: the account alone says when a person leaves.
    private func require(_ employment: Employment, of person: Person, _ id: UUID) async throws {
        guard let name = employment.office else { throw Self.refused(id, "hoursAPI.leaving", .badValue) }
        if let office = names.office(name), !author.may(.recordFacts, in: office.id) { throw WebError.forbidden }
        guard let account = try await store.people.accounts(of: [person.id]).first,
            let last = names.clock(of: person.office).lastDay(of: account)
        else { return }
        if employment.from > last { throw Self.refused(id, "hoursAPI.leaving", .badDate) }
    }

    private func requireAdministrator() throws(WebError) {
        guard author.may(.administer) else { throw .forbidden }
    }

    private static func periodsRefused(_ id: UUID) -> WebError { refused(id, "hoursAPI.periods", .badType) }

    private static func refused(_ id: UUID, _ key: String, _ reason: Reason) -> WebError {
        WebError(.unprocessableContent, localized(key, ["id": id.uuidString.lowercased()]), reason: reason)
    }
}
