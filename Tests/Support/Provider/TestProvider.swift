import Crypto
package import Foundation
import HTTPTypes
import Hummingbird
package import JSON
import JWTKit
import Logging
import NIOCore
import OpenIDConnect
import ServiceLifecycle

/// An OpenID provider for tests, on a free port of this machine. It behaves correctly, except for what its ``Behaviour``
/// changes. Every sign-in is that of Nia Sol.
package actor TestProvider {
    struct Wrong: Error { let why: String }

    package private(set) var issuer = ""
    private let now: @Sendable () -> Date
    private let redirectURI: String
    private var behaviour = Behaviour()
    private var key = ES256PrivateKey()
    private var keyName = "first"
    /// The authorization request of each unused code.
    private var codes: [String: [String: String]] = [:]
    /// The number of requests for each path.
    package private(set) var asked: [String: Int] = [:]

    package static let client = "desk app"
    /// Contains characters that must be encoded.
    package static let secret = "s3:cr%t+ü"
    package static let subject = "248289761001"

    private init(now: @escaping @Sendable () -> Date, redirectURI: String) {
        self.now = now
        self.redirectURI = redirectURI
    }

    private func listens(on port: Int) { issuer = "http://127.0.0.1:\(port)" }

    /// Lends a provider that listens.
    package static func with(
        redirectURI: String, now: @escaping @Sendable () -> Date, _ body: (TestProvider) async throws -> Void
    ) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let provider = TestProvider(now: now, redirectURI: redirectURI)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let router = Router()
        for method in [HTTPRequest.Method.get, .post] {
            router.on("**", method: method) { request, _ in
                try await provider.answer(request, String(buffer: try await request.body.collect(upTo: 100_000)))
            }
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: logger)
        let group = ServiceGroup(services: [application], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
            await provider.listens(on: port)
            do {
                try await body(provider)
            } catch {
                tasks.cancelAll()
                throw error
            }
            tasks.cancelAll()
        }
    }

    /// Replaces the behaviour: first correct, then changed.
    package func behave(_ change: @Sendable (inout Behaviour) -> Void) {
        behaviour = Behaviour()
        change(&behaviour)
    }

    /// Signs with a new key from now on, and publishes only this key.
    package func rotate() {
        key = ES256PrivateKey()
        keyName = "next"
    }

    /// Signs Nia in, as her browser does at the authorization endpoint.
    /// - Parameter address: the authorization request.
    /// - Returns: the query of the redirect URI with which the provider answers.
    package func signIn(at address: String) throws -> String {
        let query = Self.parameters(address.split(separator: "?", maxSplits: 1).last.map(String.init) ?? "")
        guard address.hasPrefix(issuer + "/authorize?"), query["response_type"] == "code", query["client_id"] == Self.client,
            query["code_challenge_method"] == "S256", query["redirect_uri"] == redirectURI,
            query["scope"]?.split(separator: " ").contains("openid") == true, let state = query["state"],
            query["nonce"] != nil
        else { throw Wrong(why: "a wrong authorization request: \(address)") }
        let code = UUID().uuidString
        codes[code] = query
        var answer: [String: String?] = ["code": code, "state": state, "iss": issuer]
        answer.merge(behaviour.callback) { _, new in new }
        var components = URLComponents()
        components.queryItems = answer.compactMap { name, value in value.map { URLQueryItem(name: name, value: $0) } }
        return components.percentEncodedQuery ?? ""
    }

    /// The decoded parameters of a query or a form.
    package static func parameters(_ query: String) -> [String: String] {
        let items = URLComponents(string: "?" + query)?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }

    // MARK: Endpoints

    private func answer(_ request: Request, _ body: String) async throws -> Response {
        asked[request.uri.path, default: 0] += 1
        switch request.uri.path {
        case "/.well-known/openid-configuration":
            var document = [
                "issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token",
                "jwks_uri": issuer + "/keys", "end_session_endpoint": issuer + "/end?all=yes",
            ]
            if behaviour.userInfo != nil { document["userinfo_endpoint"] = issuer + "/userinfo" }
            return try Self.json(document.merging(behaviour.discovery) { _, new in new })
        case "/keys": return try keys()
        case "/token": return try await token(request, body)
        case "/userinfo":
            guard request.headers[.authorization] == "Bearer an-access-token" else {
                return Response(status: .unauthorized)
            }
            return try await userInfo()
        default: return Response(status: .notFound)
        }
    }

    private func userInfo() async throws -> Response {
        let claims = behaviour.userInfo ?? [:]
        guard let signature = behaviour.userInfoSignature else {
            return try Self.json(JSONValue.object(claims), status: behaviour.userInfoStatus)
        }
        let token = try await signed(claims.mapValues(Optional.some), signature)
        return Response(
            status: behaviour.userInfoStatus, headers: [.contentType: "application/jwt"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: token)))
    }

    private func keys() throws -> Response {
        let parameters = key.parameters.map { [$0.x, $0.y] } ?? []
        let coordinates = parameters.map { $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "") }
        // Besides the signing key, keys of other uses and of unknown types.
        let document = """
            {"keys": [
            {"kty": "oct", "kid": "\(keyName)", "k": "c2VjcmV0", "alg": "HS256"},
            {"kty": "EC", "crv": "P-256", "kid": "\(keyName)", "use": "enc", "x": "AA", "y": "AA"},
            {"kty": "XX", "kid": "\(keyName)"},
            {"kty": "EC", "crv": "P-256", "kid": "\(keyName)", "x": "\(coordinates[0])", "y": "\(coordinates[1])"}
            ]}
            """
        return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: document)))
    }

    private func token(_ request: Request, _ body: String) async throws -> Response {
        let fields = Self.parameters(body)
        // Client and secret, each form-encoded (RFC 6749, 2.3.1).
        let credentials = "desk%20app:s3%3Acr%25t%2B%C3%BC"
        let isPublic = request.headers[.authorization] == nil && fields["client_id"] == Self.client
        guard isPublic || request.headers[.authorization] == "Basic " + Data(credentials.utf8).base64EncodedString() else {
            return try Self.json(["error": "invalid_client"], status: .badRequest)
        }
        guard let code = fields["code"], let question = codes.removeValue(forKey: code),
            question["redirect_uri"] == fields["redirect_uri"], fields["grant_type"] == "authorization_code",
            let verifier = fields["code_verifier"], (43...128).contains(verifier.count),
            question["code_challenge"] == Self.challenge(verifier)
        else { return try Self.json(["error": "invalid_grant"], status: .badRequest) }
        let answer = [
            "access_token": "an-access-token", "token_type": "Bearer", "id_token": try await idToken(question["nonce"] ?? ""),
        ]
        switch behaviour.delivery {
        case .good: return try Self.json(answer, status: behaviour.tokenStatus)
        case .redirect: return Response(status: .seeOther, headers: [.location: issuer + "/userinfo"])
        case .never:
            try await Task.sleep(for: .seconds(600))
            return try Self.json(answer)
        case .aByteNowAndThen:
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    while true {
                        try await writer.write(ByteBuffer(string: " "))
                        try await Task.sleep(for: .milliseconds(50))
                    }
                })
        case .endless:
            return Response(
                status: .ok,
                body: ResponseBody { writer in while true { try await writer.write(ByteBuffer(repeating: 32, count: 65536)) } })
        }
    }

    private static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }

    private static func challenge(_ verifier: String) -> String {
        Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Claims as JWTKit encodes them.
    private struct Payload: JWTPayload {
        let claims: JSONValue

        init(claims: JSONValue) { self.claims = claims }
        init(from decoder: any Decoder) throws { throw Wrong(why: "The provider reads no tokens.") }
        func encode(to encoder: any Encoder) throws { try claims.encode(to: encoder) }
        func verify(using algorithm: some JWTAlgorithm) {}
    }

    private func idToken(_ nonce: String) async throws -> String {
        let second = now().timeIntervalSince1970
        var claims: [String: JSONValue?] = [
            "iss": .string(issuer), "aud": .string(Self.client), "sub": .string(Self.subject), "nonce": .string(nonce),
            "preferred_username": .string("nia"), "name": .string("Nia Sol"),
        ]
        for (name, seconds) in behaviour.times { claims.updateValue(.number(second + seconds), forKey: name) }
        claims.merge(behaviour.claims) { _, new in new }
        return try await signed(claims, behaviour.signature)
    }

    /// A logout token.
    /// - Parameters:
    ///   - changes: claims that replace the correct ones; nil omits a claim.
    ///   - seconds: the time of issue, from now.
    package func logoutToken(_ changes: [String: JSONValue?] = [:], seconds: Double = 0) async throws -> String {
        let second = now().timeIntervalSince1970 + seconds
        var claims: [String: JSONValue?] = [
            "iss": .string(issuer), "aud": .string(Self.client), "sub": .string(Self.subject),
            "jti": .string(UUID().uuidString),
            "iat": .number(second), "exp": .number(second + 120),
            "events": .object(["http://schemas.openid.net/event/backchannel-logout": .object([:])]),
        ]
        claims.merge(changes) { _, new in new }
        return try await signed(claims, behaviour.signature)
    }

    private func signed(_ claims: [String: JSONValue?], _ signature: Behaviour.Signature) async throws -> String {
        let payload = Payload(claims: .object(claims.compactMapValues(\.self)))
        let keys = JWTKeyCollection()
        var name: JWKIdentifier? = JWKIdentifier(string: keyName)
        switch signature {
        case .good: await keys.add(ecdsa: key, kid: name)
        case .goodWithoutName:
            name = nil
            await keys.add(ecdsa: key)
        case .otherKeyOfThisName: await keys.add(ecdsa: ES256PrivateKey(), kid: name)
        case .unpublishedKey:
            name = "unheard-of"
            await keys.add(ecdsa: ES256PrivateKey(), kid: name)
        case .none: await keys.addUnsecuredNone(kid: name)
        case .publicKeyAsSecret:
            await keys.add(hmac: HMACKey(from: key.publicKey.pemRepresentation), digestAlgorithm: .sha256, kid: name)
        }
        let header: JWTHeader = behaviour.isHeaderCritical ? ["crit": .array([.string("x")])] : [:]
        return try await keys.sign(payload, kid: name, header: header)
    }
}
