import Hummingbird
import WebServer

/// The path to open after sign-in. It is always on this server, even if a link contains another address.
struct ReturnAddress: Sendable, Equatable {
    let text: String

    /// Bytes. No route has a longer address.
    static let maximumLength = 2000

    static let map = ReturnAddress(path: Address.map)
    static let administration = ReturnAddress(path: Address.admin)

    /// Nil for anything that a browser could read as another site: an address with a host, `//host`, or `/\host`, which
    /// browsers treat alike, also with characters that they drop.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0 != "\\" && $0.value != 0x7F })
        else { return nil }
        self.text = text
    }

    /// The return address in the request, or the one stored in the cookie; nil if there is neither.
    init?(_ request: Request, remembered cookie: BrowserCookie) throws {
        guard let found = try Self.wanted(by: request) ?? Self.remembered(request, cookie) else { return nil }
        self = found
    }

    private static func remembered(_ request: Request, _ cookie: BrowserCookie) -> ReturnAddress? {
        cookie.value(in: request).flatMap { $0[...].percentDecoded }.flatMap { ReturnAddress($0) }
    }

    private init(path: String) { text = path }

    /// The section of the menu whose list of days or taps it is, with any filter; nil: it is another page.
    var section: String? {
        let path = text.prefix { !"?#".contains($0) }
        return [Address.hr, Address.team, Address.quarantine].first { $0 == path }
    }

    /// The page that a form is on. Only the path of the Referer is used, because its host is not trusted. After a form that failed
    /// it can be an address of the API, which is no page.
    init?(refererOf request: Request) {
        guard let referer = request.headers[.referer], let scheme = referer.firstRange(of: "://"),
            let path = referer[scheme.upperBound...].firstIndex(of: "/")
        else { return nil }
        self.init(String(referer[path...]))
        if text.hasPrefix("/api/") { self = .map }
    }

    /// The return address in the request; nil if it is missing or not allowed.
    static func wanted(by request: Request) throws -> ReturnAddress? {
        // Longer than other parameters, because it contains an address.
        try QueryParameters(request.uri.query, maximumLength: maximumLength)["to"].flatMap { ReturnAddress($0) }
    }
}
