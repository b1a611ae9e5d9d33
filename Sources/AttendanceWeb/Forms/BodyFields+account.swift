import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

extension BodyFields {
    /// The value of a required field.
    /// - Throws: ``WebError`` with `sentence` if it is missing.
    func required(_ name: String, _ sentence: String, _ reason: Reason) throws(WebError) -> String {
        guard let text = self[name] else { throw .badRequest(sentence, reason: reason) }
        return text
    }

    /// The value of a field without white space and direction marks at its ends; empty if it is missing.
    func trimmed(_ name: String) -> String { TypedText.trimmed(self[name] ?? "") }

    /// The role; nil if the field is missing.
    func role() throws(WebError) -> Role? {
        guard let text = self["role"] else { return nil }
        guard let role = Role(rawValue: text) else { throw .badRequest(localized("account.badRole"), reason: .badRole) }
        return role
    }

    /// The id of the office; nil if the field is missing.
    func office(of offices: [Office]) throws(WebError) -> OfficeID? {
        guard let text = self["office"] else { return nil }
        guard let office = offices.first(where: { "\($0.id)" == text }) else {
            throw WebError(.notFound, localized("account.badOffice"), reason: .unknownOffice)
        }
        return office.id
    }

    /// The id of the office. If the field is missing, the only office.
    func requiredOffice(of offices: [Office]) throws(WebError) -> OfficeID {
        guard let office = try office(of: offices) ?? (offices.count == 1 ? offices.first?.id : nil) else {
            throw .badRequest(localized("account.chooseOffice"), reason: .missingOffice)
        }
        return office
    }

    /// The team by its id, or no team for `-`; nil if the field is missing.
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
    /// The response to a request that the store refused; nil if `error` is not a refusal.
    init?(refusal error: any Error) {
        switch error {
        case let error as StoreError:
            guard let refusal = error.refusal else { return nil }
            self = refusal
        case let error as FloorError: self = error.refusal
        case BadgeEnrolment.Failure.readerTaken(let name):
            self.init(.conflict, localized("account.readerTaken", ["name": name]), reason: .readerTaken)
        default: return nil
        }
    }
}

extension Request {
    /// Performs the action of a form. On a refusal, a browser gets the form's page with the error.
    func performingAction(
        _ body: () async throws -> Response, orShowing page: (WebError) async throws -> Response
    ) async throws -> Response {
        do {
            return try await body()
        } catch {
            guard
                let refusal = error as? WebError ?? (error as? WebServerError).map({ WebError($0) }) ?? WebError(refusal: error)
            else { throw error }
            guard wantsPage, refusal != .freshSignInNeeded else { throw refusal }
            return try await page(refusal)
        }
    }
}

/// The position in a list with several pages.
struct ListPaging: Sendable {
    /// From 0.
    let page: Int64

    /// The number of rows on a page.
    static let rows: Int64 = 50

    /// The first page.
    init() { page = 0 }

    /// - Parameter parameters: a missing or invalid `page` means the first page.
    init(_ parameters: QueryParameters) { self.init(page: parameters["page"]) }

    /// - Parameter page: nil or an invalid text means the first page.
    init(page: String?) { self.page = page.flatMap { Int64($0) }.map { min(max($0, 0), 100_000) } ?? 0 }

    var after: Int64 { page * Self.rows }

    /// - Parameter fields: the search; empty values are left out.
    static func address(_ path: String, _ fields: [(String, String)], page: Int64) -> String {
        let said = (fields + [("page", page == 0 ? "" : "\(page)")]).filter { !$0.1.isEmpty }
        return said.isEmpty ? path : path + "?" + Address.query(said)
    }
}
