import Hummingbird
import WebServer

/// Where to go after signing in: a path of this server, whatever somebody wrote into a link.
struct ReturnAddress: Sendable, Equatable {
    let text: String

    /// In bytes. Longer ones mean nothing to any route.
    static let maximumLength = 2000

    static let map = ReturnAddress(path: Address.map)

    /// Nil for anything that a browser could take for another site: an address with a host, `//host`, or `/\host`, which
    /// browsers read as the same, also around characters that they drop.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.hasPrefix("/"), !text.hasPrefix("//"),
            text.unicodeScalars.allSatisfy({ $0.isASCII && $0.value > 0x20 && $0 != "\\" && $0.value != 0x7F })
        else { return nil }
        self.text = text
    }

    /// Where the browser wants to go on to once somebody signs in, whatever way that takes: as the request says, or as the browser
    /// remembers.
    init?(_ request: Request, remembered cookie: BrowserCookie) throws {
        guard let found = try Self.wanted(by: request) ?? Self.remembered(request, cookie) else { return nil }
        self = found
    }

    private static func remembered(_ request: Request, _ cookie: BrowserCookie) -> ReturnAddress? {
        cookie.value(in: request).flatMap { $0[...].percentDecoded }.flatMap { ReturnAddress($0) }
    }

    private init(path: String) { text = path }

    /// Where a request wants to go on to; nil where it does not say, or says anything else.
    static func wanted(by request: Request) throws -> ReturnAddress? {
        // An address to go on to may be as long as any address.
        try QueryParameters(request.uri.query, maximumLength: maximumLength)["to"].flatMap { ReturnAddress($0) }
    }
}

extension WebServices {
    /// Where a browser remembers for ten minutes where it wanted to go, so that a personal link leads there too, and an identity
    /// provider that signed somebody out before.
    var goalCookie: BrowserCookie { BrowserCookie("desktap-goal", path: Address.signIn, publicURL: publicURL) }

    func rememberGoal(_ goal: ReturnAddress, on response: inout Response) {
        goalCookie.set(Address.percentEncoded(goal.text), lifetime: 600, on: &response)
    }
}
