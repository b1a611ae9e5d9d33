import Daemon
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers

/// Counts refused requests that can be attacks on accounts, for `/metrics` and for a line in the log.
final class SecurityEvents: Sendable {
    enum Kind: String, CaseIterable {
        /// A wrong password, also the old one for a change, an unusable link, or a refused sign-in at the identity provider.
        case failedSignIn = "failed_sign_in"
        /// A sign-in after too many attempts.
        case throttledSignIn = "throttled_sign_in"
        case unknownKey = "unknown_key"
        /// A request of a known sender without the permission, also if the response does not say whether its object exists.
        case forbidden

        fileprivate init?(_ request: Request, _ response: Response) {
            let path = request.uri.path
            let isSignIn =
                (path == Address.signIn || path.hasPrefix(Address.signInLinks)) && request.method == .post
                || path == Address.oidcCallback
            let isNewPassword = path == Address.myPassword && request.method == .post
            switch response.status {
            case .notFound where Self.pagesOfLinks.contains(where: path.hasPrefix): self = .failedSignIn
            case .tooManyRequests where isSignIn || isNewPassword: self = .throttledSignIn
            case let status where isSignIn && status.kind == .clientError: self = .failedSignIn
            case .unauthorized where request.headers.contains(.authorization): self = .unknownKey
            case .forbidden: self = .forbidden
            default: return nil
            }
        }

        /// The pages of links that already show whether the link is usable.
        private static let pagesOfLinks = [Address.firstAdministrator(""), Address.displayLink(""), Address.signInLinks]
    }

    private struct State {
        var totals: [Kind: Int] = [:]
        var sinceLine: [Kind: Int] = [:]
    }

    private let state = NIOLockedValueBox(State())

    func record(_ request: Request, _ response: Response) {
        guard response.status.kind == .clientError, let kind = Kind(request, response) else { return }
        record(kind)
    }

    /// Records a refusal whose response is the same as for an object that does not exist.
    func record(_ error: any Error) {
        let cause = (error as? FailedRequest)?.error ?? error
        if (cause as? WebError)?.reason == .notYours { record(.forbidden) }
    }

    /// Records an event that the response does not show.
    func record(_ kind: Kind) {
        state.withLockedValue { state in
            state.totals[kind, default: 0] += 1
            state.sinceLine[kind, default: 0] += 1
        }
    }

    func add(to text: inout MetricsText) {
        let name = "desktap_security_events_total"
        text.begin(name, .counter, "Refused requests that can be attacks on accounts.")
        let totals = state.withLockedValue(\.totals)
        for kind in Kind.allCases { text.add(name, Double(totals[kind] ?? 0), ["event": kind.rawValue]) }
    }

    /// The counts since the previous call, such as `10 failed_sign_in, 2 throttled_sign_in`; nil: there are none.
    func takeLine() -> String? {
        let counts = state.withLockedValue { state in
            defer { state.sinceLine = [:] }
            return state.sinceLine
        }
        if counts.isEmpty { return nil }
        return Kind.allCases.compactMap { kind in counts[kind].map { "\($0) \(kind.rawValue)" } }.joined(separator: ", ")
    }
}
