import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// Whether somebody is named on the map: their own choice, where their office lets them choose.
struct OwnNameRoutes {
    let privacy: MapPrivacyStore

    func change(_ request: Request, _ context: WebContext) async throws -> Response {
        let person = try context.person()
        let isPrivate =
            switch try await BodyFields(of: request)["shown"] {
            case "yes": false
            case "no": true
            default: throw WebError.badRequest(localized("ownName.unclear"), reason: .badChoice)
            }
        guard try await privacy.setPrivate(person.id, to: isPrivate) else {
            throw WebError(.forbidden, localized("ownName.notHere"), reason: .notAllowed)
        }
        return .redirect(Address.me + "#name-on-map")
    }
}

/// What a person's own record says about it.
struct OwnName: Sendable {
    let isPrivate: Bool
    let address = Address.myName
    /// What the button asks for.
    let shown: String

    init(isPrivate: Bool) {
        self.isPrivate = isPrivate
        shown = isPrivate ? "yes" : "no"
    }
}
