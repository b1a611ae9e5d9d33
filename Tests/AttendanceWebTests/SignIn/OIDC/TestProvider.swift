@testable import AttendanceWeb

import Attendance
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import JWTKit
import NIOCore
import ServiceLifecycle
import TestOffice

/// An identity provider of the test's own, on a free port of this machine. It does all that a good one does, and otherwise what
/// its ``Behaviour`` says.
actor TestProvider {
    /// What it does wrong.
    struct Behaviour: Sendable {
        enum Signature: Sendable {
            case good, goodWithoutName, otherKeyOfThisName, unpublishedKey, none, publicKeyAsSecret
        }
        enum Delivery: Sendable { case good, never, aByteNowAndThen, endless, redirect }

        /// Claims of the ID token in place of the good ones; nil leaves one out.
        var claims: [String: Claims.Value?] = [:]
        /// When claims lie, in seconds from now.
        var times: [String: Double] = ["exp": 300, "iat": 0]
        var header: [String: JWTHeaderField] = [:]
        var signature = Signature.good
        var delivery = Delivery.good
        /// What the userinfo endpoint says; nil: discovery names none.
        var userInfo: [String: Claims.Value]?
        /// Parameters of the callback in place of the good ones; nil leaves one out.
        var callback: [String: String?] = [:]
        /// Members of the discovery document in place of the good ones.
        var discovery: [String: String] = [:]
        var tokenStatus = HTTPResponse.Status.ok
    }

    struct Wrong: Error { let why: String }

    private(set) var issuer = ""
    private let now: @Sendable () -> Instant
    private(set) var behaviour = Behaviour()
    private var key = ES256PrivateKey()
    private var keyName = "first"
    /// What each code stands for: once.
    private var codes: [String: [String: String]] = [:]
    /// How often each address was asked for.
    private(set) var asked: [String: Int] = [:]

    static let client = "desk app"
    /// Characters that have to be encoded on their way.
    static let secret = "s3:cr%t+ü"

    private init(now: @escaping @Sendable () -> Instant) { self.now = now }

    private func listens(on port: Int) { issuer = "http://127.0.0.1:\(port)" }

    /// Lends one that listens.
    static func with(
        now: @escaping @Sendable () -> Instant, _ body: (TestProvider) async throws -> Void
    ) async throws {
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let provider = TestProvider(now: now)
        let router = Router()
        for method in [HTTPRequest.Method.get, .post] {
            router.on("**", method: method) { request, _ in
                try await provider.answer(request, String(buffer: try await request.body.collect(upTo: 100_000)))
            }
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { listening.yield($0.localAddress?.port ?? 0) }, logger: TestOffice.logger)
        let group = ServiceGroup(services: [application], logger: TestOffice.logger)
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

    func behave(_ change: @Sendable (inout Behaviour) -> Void) {
        behaviour = Behaviour()
        change(&behaviour)
    }

    /// Signs with a new key from now on, and publishes it alone.
    func rotate() {
        key = ES256PrivateKey()
        keyName = "next"
    }

    /// What the browser of somebody who signs in does at the provider.
    /// - Parameter address: that of the authorization endpoint, with the question.
    /// - Returns: the query with which the provider sends it back.
    func signIn(at address: String) throws -> String {
        let query = try QueryParameters(
            address.split(separator: "?", maxSplits: 1).last.map(String.init), maximumLength: 2000)
        guard address.hasPrefix(issuer + "/authorize?"), query["response_type"] == "code", query["client_id"] == Self.client,
            query["code_challenge_method"] == "S256", query["redirect_uri"] == TestWeb.publicURL + "/auth/callback",
            query["scope"]?.hasPrefix("openid") == true, let state = query["state"], query["nonce"] != nil
        else { throw Wrong(why: "a wrong question: \(address)") }
        let code = UUID().uuidString
        codes[code] = query.all
        var answer: [String: String?] = ["code": code, "state": state, "iss": issuer]
        answer.merge(behaviour.callback) { _, new in new }
        return answer.compactMap { name, value in value.map { "\(name)=\(Address.percentEncoded($0))" } }
            .joined(separator: "&")
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
            return .json(document.merging(behaviour.discovery) { _, new in new })
        case "/keys": return try keys()
        case "/token": return try await token(request, body)
        case "/userinfo":
            guard request.headers[.authorization] == "Bearer an-access-token" else {
                return Response(status: .unauthorized)
            }
            return .json(Claims(values: behaviour.userInfo ?? [:]))
        default: return Response(status: .notFound)
        }
    }

    private func keys() throws -> Response {
        let parameters = key.parameters.map { [$0.x, $0.y] } ?? []
        let coordinates = parameters.map { $0.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "") }
        // Beside the one that signs, some that are for other things or of kinds that nobody here knows.
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
        let fields = try QueryParameters(body, maximumLength: 4096)
        let credentials = Address.percentEncoded(Self.client) + ":" + Address.percentEncoded(Self.secret)
        let isPublic = request.headers[.authorization] == nil && fields["client_id"] == Self.client
        guard isPublic || request.headers[.authorization] == "Basic " + Data(credentials.utf8).base64EncodedString() else {
            return refusal("invalid_client")
        }
        guard let code = fields["code"], let question = codes.removeValue(forKey: code),
            question["redirect_uri"] == fields["redirect_uri"], fields["grant_type"] == "authorization_code",
            let verifier = fields["code_verifier"], (43...128).contains(verifier.count),
            question["code_challenge"] == Self.challenge(verifier)
        else { return refusal("invalid_grant") }
        let answer = [
            "access_token": "an-access-token", "token_type": "Bearer", "id_token": try await idToken(question["nonce"] ?? ""),
        ]
        switch behaviour.delivery {
        case .good: return .json(answer, status: behaviour.tokenStatus)
        case .redirect: return .redirect(issuer + "/userinfo")
        case .never:
            try await Task.sleep(for: .seconds(600))
            return .json(answer)
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

    private func refusal(_ error: String) -> Response { .json(["error": error], status: .badRequest) }

    private static func challenge(_ verifier: String) -> String {
        Data(SHA256.hash(data: Data(verifier.utf8))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private func idToken(_ nonce: String) async throws -> String {
        let second = Double(now().millisecondsSince1970) / 1000
        var claims: [String: Claims.Value?] = [
            "iss": .text(issuer), "aud": .text(Self.client), "sub": .text("248289761001"), "nonce": .text(nonce),
            "preferred_username": .text("nia"), "name": .text("Nia Sol"),
        ]
        for (name, seconds) in behaviour.times { claims.updateValue(.number(second + seconds), forKey: name) }
        claims.merge(behaviour.claims) { _, new in new }
        return try await signed(claims)
    }

    /// A logout token as a good provider sends one.
    /// - Parameters:
    ///   - changes: claims in place of the good ones; nil leaves one out.
    ///   - seconds: when it is made, from now.
    func logoutToken(_ changes: [String: Claims.Value?] = [:], seconds: Double = 0) async throws -> String {
        let second = Double(now().millisecondsSince1970) / 1000 + seconds
        var claims: [String: Claims.Value?] = [
            "iss": .text(issuer), "aud": .text(Self.client), "sub": .text("248289761001"), "jti": .text(UUID().uuidString),
            "iat": .number(second), "exp": .number(second + 120), "events": .object([Logout.event: .object([:])]),
        ]
        claims.merge(changes) { _, new in new }
        return try await signed(claims)
    }

    /// Signs as the behaviour says.
    private func signed(_ claims: [String: Claims.Value?]) async throws -> String {
        let payload = Claims(values: claims.compactMapValues(\.self))
        let keys = JWTKeyCollection()
        var name: JWKIdentifier? = JWKIdentifier(string: keyName)
        switch behaviour.signature {
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
        return try await keys.sign(payload, kid: name, header: JWTHeader(fields: behaviour.header))
    }
}
