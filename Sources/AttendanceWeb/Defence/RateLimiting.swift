import Attendance
import HTTPTypes
import Hummingbird
import Localization

extension RateLimit {
    // What people and readers do in earnest stays far below these. Behind one address there may be an office of 5,000 that
    // comes at nine: whoever has signed in there is counted as themselves, and the address only for what nobody has signed.

    /// What somebody signed in writes: taps, each of a list, undone ones, corrections.
    static let writesOfPerson = RateLimit("writes of a person", burst: 60, perSecond: 1)
    /// What somebody signed in reads.
    static let readsOfPerson = RateLimit("reads of a person", burst: 300, perSecond: 10)
    /// Taps with one reader's key, and other requests with it. One card reader makes less than five taps a second.
    static let tapsOfReader = RateLimit("taps of a reader", burst: 20_000, perSecond: 2000)
    /// Requests of an identity provider: a company of 100,000 is there after half an hour.
    static let requestsOfProvisioner = RateLimit("requests of a provisioner", burst: 1000, perSecond: 100)
    /// What is asked for from one address by nobody in particular: the page of a tag on phones that are not signed in.
    static let strangers = RateLimit("requests of strangers", burst: 3000, perSecond: 100)
    /// Personal links opened or used from one address: 5,000 people have their phones signed in within the hour.
    static let signIn = RateLimit("personal links", burst: 600, perSecond: 5)
    /// Keys that are not known, from one address. A good key is never counted, and works on beside them.
    static let unknownKeys = RateLimit("unknown keys", burst: 300, perSecond: 5)

    /// What an IPv6 site (``ClientAddress/site``) may do by all of its subscribers together: ten times as much as one.
    private var ofSite: RateLimit { RateLimit(name + " of a site", burst: burst * 10, perSecond: perSecond * 10) }

    /// One use of this limit by the client's subscriber and, for IPv6, by its site.
    func demands(of client: ClientAddress) -> [RateLimits.Demand] {
        let subscriber: RateLimits.Demand = (self, .address(client.subscriber))
        return client.family == .v4 ? [subscriber] : [subscriber, (ofSite, .address(client.site))]
    }

    /// By what each tap is counted; nil for who cannot tap.
    static func taps(of identity: Identity) -> RateLimits.Demand? {
        switch identity {
        case .person(let person, _): (.writesOfPerson, .person(person.id))
        case .reader(let reader): (.tapsOfReader, .reader(reader.id))
        case .nobody, .provisioner, .display: nil
        }
    }
}

/// Puts off whoever asks too often: 429 with Retry-After. Counted are people, readers and, for strangers, addresses; nothing
/// else in a request has a say.
struct RateLimiting: RouterMiddleware {
    let limits: RateLimits
    let trustedProxies: TrustedProxies
    let now: @Sendable () -> Instant

    func handle(
        _ request: Request, context: WebContext, next: @concurrent (Request, WebContext) async throws -> Response
    ) async throws -> Response {
        let demands = demands(of: request, context)
        if !demands.isEmpty, let seconds = await limits.take(demands, now: now()) { throw WebError.tooOften(seconds) }
        return try await next(request, context)
    }

    private func demands(of request: Request, _ context: WebContext) -> [RateLimits.Demand] {
        // Wrong passwords are counted with the browser in mind. To count here as well would let whoever guesses keep everybody
        // out who comes from the same address.
        if request.method == .post, request.uri.path == Address.signIn { return [] }
        if request.uri.path.hasPrefix(Address.signInLinks) { return trustedProxies.demands(.signIn, of: context.client) }
        return switch context.identity {
        case .nobody, .display: trustedProxies.demands(.strangers, of: context.client)
        case .reader(let reader): [(.tapsOfReader, .reader(reader.id))]
        case .provisioner(let provisioner): [(.requestsOfProvisioner, .provisioner(provisioner.id))]
        case .person(let person, _):
            [(request.method == .get || request.method == .head ? .readsOfPerson : .writesOfPerson, .person(person.id))]
        }
    }
}

extension TrustedProxies {
    /// Demands of a limit by address. Empty for a trusted proxy, which stands for all of its clients, and without an address.
    func demands(_ limit: RateLimit, of client: ClientAddress) -> [RateLimits.Demand] {
        guard client != .unspecified, !contains(client) else { return [] }
        return limit.demands(of: client)
    }
}

extension WebError {
    static func tooOften(_ seconds: Int) -> WebError {
        WebError(
            .tooManyRequests, localized("error.tooOften", ["seconds": String(seconds)]), reason: "too_often",
            retryAfter: seconds)
    }
}
