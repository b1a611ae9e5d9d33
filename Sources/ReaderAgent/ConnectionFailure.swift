import AsyncHTTPClient
import Attendance
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why a request got no answer, in a few words.
enum ConnectionFailure: Equatable {
    case nobodyListens, noSuchHost, noAnswerInTime, connectionLost, noNetwork
    case proxyRefuses
    /// The server's certificate is signed by no authority that is trusted here, or its time is not now.
    case serverNotTrusted
    /// The server's certificate is for another host.
    case wrongName
    /// The server's certificate ended, by this computer's clock.
    case certificateEnded(Instant, now: Instant)
    /// The server's certificate begins later, by this computer's clock.
    case certificateBegins(Instant, now: Instant)
    /// What comes back is not TLS.
    case noTLS
    /// What comes back is not HTTP.
    case noHTTP
    /// The server does not take ours.
    case certificateRefused
    /// Our key is not that of our certificate.
    case keysDiffer
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self = Self.named(error)
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first {
                self = ConnectionFailure(first.error)
            } else {
                self = error.dnsAError == nil && error.dnsAAAAError == nil ? .noAnswerInTime : .noSuchHost
            }
        case ChannelError.connectTimeout: self = .noAnswerInTime
        case let error as IOError: self = Self.named(error)
        case is NIOSSLExtraError: self = .wrongName
        case is HTTPParserError: self = .noHTTP
        case is TimeLimitExceeded: self = .noAnswerInTime
        case NIOSSLError.handshakeFailed(let error): self = Self.named(error)
        case NIOSSLError.failedToLoadPrivateKey: self = .keysDiffer
        case NIOSSLError.uncleanShutdown: self = .connectionLost
        case let error as BoringSSLError: self = Self.named(error)
        case is NIOTooManyBytesError: self = .other("its answer is longer than any of ours")
        default: self = .other("\(error)")
        }
    }

    /// Says more of a server that is not trusted, where the time of its certificate is the reason.
    func refined(by validity: CertificateProbe.Validity?, now: Instant) -> ConnectionFailure {
        guard self == .serverNotTrusted, let validity else { return self }
        if validity.until < now { return .certificateEnded(validity.until, now: now) }
        return now < validity.from ? .certificateBegins(validity.from, now: now) : self
    }

    private static func named(_ error: HTTPClientError) -> ConnectionFailure {
        switch error {
        case .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout,
            .socksHandshakeTimeout, .getConnectionFromPoolTimeout, .deadlineExceeded:
            .noAnswerInTime
        case .remoteConnectionClosed: .connectionLost
        case .invalidProxyResponse, .proxyAuthenticationRequired: .proxyRefuses
        default: .other(error.shortDescription)
        }
    }

    private static func named(_ error: IOError) -> ConnectionFailure {
        switch error.errnoCode {
        case ECONNREFUSED: .nobodyListens
        case ECONNRESET, EPIPE, ECONNABORTED: .connectionLost
        case ETIMEDOUT: .noAnswerInTime
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .noNetwork
        default: .other(String(cString: strerror(error.errnoCode)))
        }
    }

    /// The library tells its reasons in text alone, by BoringSSL's names for them.
    private static func named(_ error: BoringSSLError) -> ConnectionFailure {
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") { return .serverNotTrusted }
        // Alerts come from the other end (RFC 8446, 6.2).
        if text.contains("_ALERT_"), text.contains("CERTIFICATE") || text.contains("UNKNOWN_CA") { return .certificateRefused }
        if text.contains("EOF during handshake") { return .connectionLost }
        if text.contains("WRONG_VERSION_NUMBER") { return .noTLS }
        return .other("TLS fails" + (text.firstMatch(of: /OPENSSL_internal:([A-Z0-9_]+)/).map { ", \($0.1)" } ?? ""))
    }
}

extension ConnectionFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .nobodyListens: "nobody listens there"
        case .noSuchHost: "there is no such host"
        case .noAnswerInTime: "no answer in time"
        case .connectionLost: "the connection was lost"
        case .noNetwork: "no network"
        case .proxyRefuses: "the proxy lets nothing through"
        case .serverNotTrusted:
            "its certificate is not trusted: no authority that this computer knows has signed it. Name the authority with"
                + " --server-ca"
        case .wrongName: "its certificate is not for this host name"
        case .certificateEnded(let end, let now):
            "its certificate ended at \(end.rfc3339()). Renew it, or set this computer's clock, which says \(now.rfc3339())"
        case .certificateBegins(let begin, let now):
            "its certificate is not valid before \(begin.rfc3339()). Set this computer's clock, which says \(now.rfc3339())"
        case .noTLS: "the port does not speak TLS. Check the port, or whether the address begins with http"
        case .noHTTP: "what answers is not HTTP. Check the port, or whether the address begins with https"
        case .certificateRefused: "it does not take this reader's certificate"
        case .keysDiffer: "this reader's key file is not that of its certificate"
        case .other(let text): text
        }
    }
}
