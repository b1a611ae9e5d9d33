import AttendanceStore
import FoundationEssentials
import HTTPTypes
package import Hummingbird
import NIOCore
import NIOSSL

/// Who sends a request. Kept aside, since a context is copied often, and a stream's for as long as it lasts.
indirect enum Identity: Sendable, Equatable {
    case nobody
    case reader(Reader)
    /// With the session of their browser; a program with a person's key has none.
    case person(Person, SignInSession?)
    case provisioner(Provisioner)
    /// A screen on the wall.
    case display(Display)

    var reader: Reader? {
        guard case .reader(let reader) = self else { return nil }
        return reader
    }
}

/// What goes with a request through the middleware to its route.
package struct WebContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    var identity: Identity = .nobody
    /// Where the request comes from: the other end of the connection, or whom a trusted proxy heard it from.
    var client: ClientAddress
    private let channel: any Channel

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        client = ClientAddress(source.channel.remoteAddress) ?? .unspecified
        channel = source.channel
    }

    /// The certificate that the other end of the connection itself showed; nil where it showed none. No header stands for one,
    /// whoever sends it.
    func clientCertificate() async -> ClientCertificate? {
        // Without TLS, there is nobody to ask.
        let shown = try? await channel.nioSSL_peerCertificate().get()
        return shown.flatMap { $0 }.flatMap(ClientCertificate.init)
    }

    /// Runs something long, and cancels it where the other end closes the connection. Nothing is read from the connection: what comes
    /// on it belongs to the next request.
    func whileConnected<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (open, close) = AsyncStream<Never>.makeStream()
        channel.closeFuture.whenComplete { _ in close.finish() }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                for await _: Never in open {}
                throw CancellationError()
            }
            defer { group.cancelAll() }
            // There are two tasks, so that one ends first.
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }

    /// That of the browser, where somebody is signed in in one.
    var session: SignInSession? {
        guard case .person(_, let session) = identity else { return nil }
        return session
    }

    /// The key of the display that asks, where one does.
    func displayKey(in request: Request, _ services: WebServices) -> String? {
        guard case .display = identity else { return nil }
        return services.displayCookie.value(in: request)
    }

    /// The session in which somebody manages how they sign in. With a key alone a program cannot, or whoever found the key would
    /// stay for ever.
    /// - Throws: ``WebError/browserNeeded``.
    func ownSession() throws(WebError) -> SignInSession {
        guard let session else { throw .browserNeeded }
        return session
    }

    /// The person signed in.
    /// - Throws: ``WebError/signInNeeded``.
    func person() throws(WebError) -> Person {
        guard case .person(let person, _) = identity else { throw .signInNeeded }
        return person
    }

    /// For whom a stream is.
    /// - Throws: ``WebError/signInNeeded``.
    func viewer() throws(WebError) -> RateLimits.Subject {
        if case .display(let display) = identity { return .display(display.id) }
        return .person(try person().id)
    }

    /// The program of the identity provider that came with its key.
    /// - Throws: ``WebError/signInNeeded``.
    func provisioner() throws(WebError) -> Provisioner {
        guard case .provisioner(let provisioner) = identity else { throw .signInNeeded }
        return provisioner
    }
}

extension WebContext {
    /// A part of the address that has a name, decoded.
    func part(_ name: String) throws -> String {
        let text = try parameters.require(name)
        return Address.percentDecoded(text[...]) ?? text
    }
}

extension Request {
    /// The whole body.
    /// - Parameters:
    ///   - most: in bytes.
    ///   - tooMuch: what is said of a longer one.
    func body(upTo most: Int, tooMuch: @autoclosure () -> WebError = .tooMuch) async throws(WebError) -> ByteBuffer {
        // Refused before it is sent, where its length is known.
        if let length = headers[.contentLength].flatMap(Int.init), length > most { throw tooMuch() }
        do {
            return try await body.collect(upTo: most)
        } catch is NIOTooManyBytesError {
            throw tooMuch()
        } catch {
            throw .brokenBody
        }
    }

    /// The key that a program came with (RFC 6750, 2.1).
    var bearerKey: String? {
        guard let authorization = headers[.authorization], authorization.lowercased().hasPrefix("bearer ") else { return nil }
        return String(authorization.dropFirst(7))
    }

    /// Whether a browser asks for something to show: it names HTML, and programs don't.
    var wantsPage: Bool { headers[.accept]?.contains("text/html") == true }

    /// Whether a script asks: it shows a page, and wants problem details where there is none to show.
    var takesProblems: Bool { headers[.accept]?.contains("application/problem+json") == true }
}

extension Response {
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, type: String = "application/json"
    ) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        // The types encoded here are ours and hold nothing that JSON can't.
        let body = (try? encoder.encode(value)).map { ByteBuffer(bytes: $0) } ?? ByteBuffer()
        return Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"], body: ResponseBody(byteBuffer: body))
    }

    static func redirect(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }
}
