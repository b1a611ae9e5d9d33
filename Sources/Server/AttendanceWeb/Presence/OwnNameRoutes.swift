import AttendanceStore
import Hummingbird
import Localization
import WebServer

/// Shows or hides a person's own name on the map, if the office permits the choice.
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
        return .redirect(Address.mySettings + "#name-on-map", done: isPrivate ? .nameHidden : .nameShown)
    }
}

/// The choice on the page of the own settings.
struct OwnName: Sendable {
    let isPrivate: Bool
    /// The people who see names on the office's map.
    let audience: String
    let address = Address.myName
    /// The value that the button sends.
    let shown: String

    init(isPrivate: Bool, shownTo names: NamesShown) {
        self.isPrivate = isPrivate
        audience = localized("office.audience.\(names.rawValue)")
        shown = isPrivate ? "yes" : "no"
    }
}
