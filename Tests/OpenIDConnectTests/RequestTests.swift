@testable import OpenIDConnect

import Foundation
import TestProvider
import Testing

@Suite struct `Requests to a provider` {
    @Test func `A sealed authorization request opens only unchanged, with the same key and issuer`() throws {
        let request = AuthorizationRequest(returnAddress: "/me", requiresLogin: true, now: TestClient.noon)
        let sealer = AuthorizationRequestSealer(key: Array(0..<32), issuer: "https://id.example.com")
        let sealed = try sealer.seal(request)
        #expect(sealer.open(sealed) == request)
        #expect(!sealed.contains { "+/=".contains($0) })
        for wrong in ["", "x", String(sealed.dropLast()), String(sealed.reversed()), sealed + "AAAA"] {
            #expect(sealer.open(wrong) == nil, "\(wrong)")
        }
        #expect(AuthorizationRequestSealer(key: Array(1..<33), issuer: "https://id.example.com").open(sealed) == nil)
        #expect(AuthorizationRequestSealer(key: Array(0..<32), issuer: "https://other.example").open(sealed) == nil)
    }

    /// The example of RFC 7636, appendix B: the challenge is the unpadded base64url form of the verifier's SHA-256.
    @Test func `The code challenge is that of RFC 7636`() throws {
        let json = """
            {"state": "", "nonce": "", "codeVerifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "returnAddress": "",
            "requiresLogin": false, "createdAt": 0}
            """
        let request = try JSONDecoder().decode(AuthorizationRequest.self, from: Data(json.utf8))
        #expect(request.codeChallenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func `State, nonce and code verifier are random and have 43 characters`() {
        let requests = (0..<2).map { _ in AuthorizationRequest(returnAddress: "", requiresLogin: false, now: TestClient.noon) }
        let texts = requests.flatMap { [$0.state, $0.nonce, $0.codeVerifier] }
        #expect(Set(texts).count == 6 && texts.allSatisfy { $0.count == 43 })
    }

    @Test(arguments: [
        ("https://id.example.com/end", "https://id.example.com/end?", "https://id.example.com"),
        ("https://id.example.com:8443/end?all=yes", "https://id.example.com:8443/end?all=yes&", "https://id.example.com:8443"),
        ("https://id.example.com", "https://id.example.com?", "https://id.example.com"),
    ])
    func `An end-session request is a URL with encoded parameters, or a form`(
        endpoint: String, start: String, origin: String
    ) throws {
        let configuration = ClientConfiguration(
            issuer: "https://id.example.com", clientID: "desk äpp", clientSecret: nil, scopes: "openid",
            redirectURI: "https://desk.example.com/auth/callback", postLogoutRedirectURI: "https://desk.example.com/sign-in",
            neededClaims: [])
        let request = EndSessionRequest(endpoint: endpoint, idToken: "a.b.c", configuration)
        #expect(
            request.url == start + "client_id=desk%20%C3%A4pp&id_token_hint=a.b.c"
                + "&post_logout_redirect_uri=https%3A%2F%2Fdesk.example.com%2Fsign-in")
        #expect(request.fields.map(\.name) == ["client_id", "id_token_hint", "post_logout_redirect_uri"])
        #expect(request.fields.map(\.value) == ["desk äpp", "a.b.c", "https://desk.example.com/sign-in"])
        #expect(request.origin == origin)
    }

    @Test func `An error shows text of the provider as one short line of ASCII`() {
        let error = OpenIDConnectError.wrongIssuer("a\nb\u{202E}ä" + String(repeating: "x", count: 200))
        #expect("\(error)" == "the token has another issuer: 'a?b??" + String(repeating: "x", count: 115) + "'")
    }
}
