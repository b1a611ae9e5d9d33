import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

extension BodyFields {
    /// - Throws: ``WebError`` where it is missing.
    func required(_ name: String, _ sentence: String, _ reason: Reason) throws(WebError) -> String {
        guard let text = self[name] else { throw .badRequest(sentence, reason: reason) }
        return text
    }

    /// A role by its word; nil where none is said.
    func role() throws(WebError) -> Role? {
        guard let text = self["role"] else { return nil }
        guard let role = Role(rawValue: text) else { throw .badRequest(localized("account.badRole"), reason: .badRole) }
        return role
    }

    /// One of the office's numbers; nil where none is said.
    func office(of offices: [Office]) throws(WebError) -> Int64? {
        guard let text = self["office"] else { return nil }
        guard let office = offices.first(where: { "\($0.id)" == text }) else {
            throw WebError(.notFound, localized("account.badOffice"), reason: .unknownOffice)
        }
        return office.id
    }

    /// The same, and where there is one office alone, that.
    func requiredOffice(of offices: [Office]) throws(WebError) -> Int64 {
        guard let office = try office(of: offices) ?? (offices.count == 1 ? offices.first?.id : nil) else {
            throw .badRequest(localized("account.chooseOffice"), reason: .missingOffice)
        }
        return office
    }

    /// A team by its number, or a dash for none; nil where nothing is said.
    func team(of teams: [Team]) throws(WebError) -> PersonChange.Place? {
        guard let text = self["team"] else { return nil }
        if text == "-" { return PersonChange.Place.none }
        guard let team = teams.first(where: { "\($0.id)" == text }) else {
            throw WebError(.notFound, localized("refusal.unknownTeam"), reason: .unknownTeam)
        }
        return .team(team.id)
    }

    func personName() throws(WebError) -> String {
        guard let name = PersonName(self["display_name"] ?? "") else {
            throw .badRequest(localized("account.badName"), reason: .badDisplayName)
        }
        return name.text
    }
}

extension WebError {
    /// What the store refused of an administrator's wish; nil for what is no refusal.
    init?(refusal error: any Error) {
        switch error {
        case let error as StoreError:
            guard let sentence = error.localizedText else { return nil }
            switch error {
            case .alreadyExists: self.init(.conflict, sentence, reason: .alreadyExists)
            case .userNameNotFree: self.init(.conflict, sentence, reason: .userNameNotFree)
            case .lastAdministrator: self.init(.conflict, sentence, reason: .lastAdministrator)
            case .ownAccount: self.init(.conflict, sentence, reason: .ownAccount)
            case .unknownPerson: self.init(.notFound, sentence, reason: .unknownPerson)
            case .unknownTeam: self.init(.notFound, sentence, reason: .unknownTeam)
            case .unknownReader: self.init(.notFound, sentence, reason: .unknownReader)
            case .unknownDesk: self.init(.notFound, sentence, reason: .unknownDesk)
            case .unknownOffice: self.init(.notFound, sentence, reason: .unknownOffice)
            default: return nil
            }
        case let error as FloorError: self = error.refusal
        case BadgeEnrolment.Failure.readerTaken(let name):
            self.init(.conflict, localized("account.readerTaken", ["name": name]), reason: .readerTaken)
        default: return nil
        }
    }
}

extension Request {
    /// Carries out what a form asks for. A browser is shown the form's page with what was wrong, or asked to sign in again and led
    /// back to the page.
    /// - Parameter place: the address of the form's page; nil: nothing that it asks for takes a fresh sign-in.
    func carryingOut(
        at place: String? = nil, _ body: () async throws -> Response, orShowing page: (WebError) async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch {
            guard
                let refusal = error as? WebError ?? (error as? WebServerError).map({ WebError($0) }) ?? WebError(refusal: error)
            else { throw error }
            guard wantsPage else { throw refusal }
            if let place, refusal == .freshSignInNeeded { return .redirect(Address.signInAgain(to: place)) }
            return try await page(refusal)
        }
    }
}

/// Parts of a list that is shown a page at a time.
struct AdminPaging: Sendable {
    /// From 0.
    let page: Int64

    /// Lines on a page.
    static let rows: Int64 = 50

    /// - Parameter parameters: what is no number of a page is the first.
    init(_ parameters: QueryParameters) {
        page = parameters["page"].flatMap { Int64($0) }.map { min(max($0, 0), 100_000) } ?? 0
    }

    var after: Int64 { page * Self.rows }

    /// - Parameter fields: what was looked for. What is empty is left out.
    static func address(_ path: String, _ fields: [(String, String)], page: Int64) -> String {
        let said = (fields + [("page", page == 0 ? "" : "\(page)")]).filter { !$0.1.isEmpty }
        return said.isEmpty ? path : path + "?" + Address.query(said)
    }
}
