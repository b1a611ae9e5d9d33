import Attendance
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// Limits the requests of each person, reader and identity provider, and, without a sign-in, of each client address: 429 with
/// Retry-After. The limit depends on the kind of request, such as reading or writing.
struct RequestLimits: Sendable {
    let rateLimiter: RateLimiter
    let trustedProxies: TrustedProxies

    /// - Throws: ``WebError/tooOften(_:)``.
    func check(_ request: Request, _ context: WebContext) throws(WebError) {
        try take(demands(of: request, context), context)
    }

    /// Counts an attempt to sign in: of a browser in which the person signed in before by browser, so that an attacker behind the
    /// same address cannot lock the person out; of others by address.
    /// - Parameter device: the browser's number (``DeviceCookie``).
    /// - Throws: ``WebError/tooOften(_:)``.
    func checkSignIn(device: String?, _ context: WebContext) throws(WebError) {
        let demands =
            device.map { [(.signInAttempts, .name("browser \($0)"))] }
            ?? trustedProxies.demands(.signInAttempts, of: context.client)
        try take(demands, context)
    }

    /// Counts a code that a screen asks for.
    /// - Throws: ``WebError/tooOften(_:)``.
    func checkScreenCode(_ context: WebContext) throws(WebError) {
        try take(trustedProxies.demands(.screenCodes, of: context.client), context)
    }

    /// Counts a code that an administrator types.
    /// - Throws: ``WebError/tooOften(_:)``, ``WebError/signInNeeded``.
    func checkTypedCode(_ context: WebContext) throws(WebError) {
        try take([(.typedCodes, .person(try context.person().id))], context)
    }

    private func take(_ demands: [RateLimiter.Demand], _ context: WebContext) throws(WebError) {
        if let wait = rateLimiter.take(demands, now: context.now) { throw .tooOften(wait) }
    }

    private func demands(of request: Request, _ context: WebContext) -> [RateLimiter.Demand] {
        // Counted when the browser is known (``checkSignIn(device:_:)``).
        if request.method == .post, request.uri.path == Address.signIn { return [] }
        if request.uri.path.hasPrefix(Address.signInLinks) { return trustedProxies.demands(.signIn, of: context.client) }
        return switch context.identity {
        case .anonymous, .display: trustedProxies.demands(.anonymous, of: context.client)
        case .reader(let reader): [(.tapsOfReader, .reader(reader.id))]
        case .provisioner(let provisioner): [(.requestsOfProvisioner, .provisioner(provisioner.id))]
        case .tagWriter(let person): [(.writesOfPerson, .person(person.id))]
        case .person(let person, _):
            [(Self.isReading(request) ? .readsOfPerson : .writesOfPerson, .person(person.id))]
        }
    }

    /// The floor editor posts a drawing that is not saved, to ask for its chairs.
    private static func isReading(_ request: Request) -> Bool {
        request.method == .get || request.method == .head || request.uri.path == Address.chairSides
    }
}

extension WebError {
    static func tooOften(_ wait: Duration) -> WebError {
        WebError(
            .tooManyRequests, localized("error.tooOften", ["seconds": String(wait.components.seconds)]), reason: .tooOften,
            retryAfter: wait)
    }
}
