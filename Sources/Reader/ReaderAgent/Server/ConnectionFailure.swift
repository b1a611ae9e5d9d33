import AsyncHTTPClient
import Attendance
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why a request got no response.
enum ConnectionFailure: Equatable {
    case connectionRefused, hostNotFound, timedOut, connectionLost, noNetwork
    case proxyRefused
    /// The server's certificate is not signed by a trusted authority, or is not valid at this time.
    case serverNotTrusted
    /// The server's certificate is for another host.
    case hostNameMismatch
    /// The server's certificate has expired according to this computer's clock.
    case certificateExpired(Instant, now: Instant)
    /// The server's certificate is not valid yet according to this computer's clock.
    case certificateNotYetValid(Instant, now: Instant)
    /// The response is not TLS.
    case noTLS
    /// The response is not HTTP.
    case noHTTP
    /// The server refuses this reader's certificate.
    case certificateRefused
    /// This reader's private key does not belong to its certificate.
    case keyMismatch
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self = Self.named(error)
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first {
                self = ConnectionFailure(first.error)
            } else {
                self = error.dnsAError == nil && error.dnsAAAAError == nil ? .timedOut : .hostNotFound
            }
        case ChannelError.connectTimeout: self = .timedOut
        case let error as IOError: self = Self.named(error)
        case is NIOSSLExtraError: self = .hostNameMismatch
        case is HTTPParserError: self = .noHTTP
        case is TimeLimitExceeded: self = .timedOut
        case NIOSSLError.handshakeFailed(let error): self = Self.named(error)
        case NIOSSLError.failedToLoadPrivateKey: self = .keyMismatch
        case NIOSSLError.uncleanShutdown: self = .connectionLost
        case let error as BoringSSLError: self = Self.named(error)
        case is NIOTooManyBytesError: self = .other("its response is too long for a DeskTap server")
        default: self = .other("\(error)")
        }
    }

    /// Replaces `serverNotTrusted` by a more specific failure if the validity period of the certificate is the reason.
    func refined(by validity: CertificateProbe.Validity?, now: Instant) -> ConnectionFailure {
        guard self == .serverNotTrusted, let validity else { return self }
        if validity.until < now { return .certificateExpired(validity.until, now: now) }
        return now < validity.from ? .certificateNotYetValid(validity.from, now: now) : self
    }

    private static func named(_ error: HTTPClientError) -> ConnectionFailure {
        switch error {
        case .connectTimeout, .readTimeout, .writeTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout,
            .socksHandshakeTimeout, .getConnectionFromPoolTimeout, .deadlineExceeded:
            .timedOut
        case .remoteConnectionClosed: .connectionLost
        case .invalidProxyResponse, .proxyAuthenticationRequired: .proxyRefused
        default: .other(error.shortDescription)
        }
    }

    private static func named(_ error: IOError) -> ConnectionFailure {
        switch error.errnoCode {
        case ECONNREFUSED: .connectionRefused
        case ECONNRESET, EPIPE, ECONNABORTED: .connectionLost
        case ETIMEDOUT: .timedOut
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .noNetwork
        default: .other(String(cString: strerror(error.errnoCode)))
        }
    }

    /// The library reports reasons only as text, with BoringSSL's names.
    private static func named(_ error: BoringSSLError) -> ConnectionFailure {
        let text = "\(error)"
        if text.contains("CERTIFICATE_VERIFY_FAILED") { return .serverNotTrusted }
        // Alerts are sent by the server (RFC 8446, 6.2).
        if text.contains("_ALERT_"), text.contains("CERTIFICATE") || text.contains("UNKNOWN_CA") { return .certificateRefused }
        if text.contains("EOF during handshake") { return .connectionLost }
        if text.contains("WRONG_VERSION_NUMBER") { return .noTLS }
        return .other("TLS fails" + (text.firstMatch(of: /OPENSSL_internal:([A-Z0-9_]+)/).map { ", \($0.1)" } ?? ""))
    }
}

extension ConnectionFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .connectionRefused: "the connection was refused"
        case .hostNotFound: "the host name is unknown"
        case .timedOut: "no response in time"
        case .connectionLost: "the connection was lost"
        case .noNetwork: "no network"
        case .proxyRefused: "the proxy refuses the connection"
        case .serverNotTrusted:
            "its certificate is not trusted: it is not signed by an authority that this computer trusts. Specify the authority"
                + " with --server-ca"
        case .hostNameMismatch: "its certificate is not for this host name"
        case .certificateExpired(let end, let now):
            "its certificate expired at \(end.rfc3339()). Renew it, or correct this computer's clock, which shows \(now.rfc3339())"
        case .certificateNotYetValid(let begin, let now):
            "its certificate is not valid before \(begin.rfc3339()). Correct this computer's clock, which shows \(now.rfc3339())"
        case .noTLS: "the port does not use TLS. Check the port, and whether the address must begin with http"
        case .noHTTP: "the response is not HTTP. Check the port, and whether the address must begin with https"
        case .certificateRefused: "it refuses this reader's certificate"
        case .keyMismatch: "this reader's private key does not belong to its certificate"
        case .other(let text): text
        }
    }
}
