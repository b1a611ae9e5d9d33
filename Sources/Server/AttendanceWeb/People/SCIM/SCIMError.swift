import AttendanceStore
import HTTPTypes
import Hummingbird
import JSON
import WebServer

/// A SCIM error response (RFC 7644, 3.12).
struct SCIMError: Sendable {
    private let error: WebError

    init(_ error: WebError) { self.error = error }

    static let schema = "urn:ietf:params:scim:api:messages:2.0:Error"

    var response: Response {
        var body: [String: JSONValue] = [
            "schemas": [.string(Self.schema)], "status": .string("\(error.status.code)"), "detail": .string(error.sentence),
        ]
        if let reason = error.reason, reason.isSCIM { body["scimType"] = .string(reason.rawValue) }
        return .scim(.object(body), status: error.status)
    }
}

extension WebError {
    static func invalidSyntax(_ sentence: String) -> WebError { .badRequest(sentence, reason: .invalidSyntax) }
    static func invalidValue(_ sentence: String) -> WebError { .badRequest(sentence, reason: .invalidValue) }
    static func invalidPath(_ sentence: String) -> WebError { .badRequest(sentence, reason: .invalidPath) }
    static func invalidFilter(_ sentence: String) -> WebError { .badRequest(sentence, reason: .invalidFilter) }
    static let noSCIMUser = WebError(.notFound, "There is no such user.", reason: .unknownUser)
}

extension StoreError {
    /// The response to a request of an identity provider, as for ``refusal``.
    var provisioningRefusal: WebError? {
        switch self {
        case .alreadyExists, .userNameOfFormer, .userNameNotFree:
            refusal.map { WebError(.conflict, $0.sentence, reason: .uniqueness) }
        case .lastAdministrator: refusal.map { .badRequest($0.sentence, reason: .mutability) }
        case .unknownPerson: .noSCIMUser
        default: nil
        }
    }
}

extension Response {
    /// A SCIM message (RFC 7644, 8.1).
    static func scim(_ body: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        .json(body, status: status, type: "application/scim+json")
    }
}
