package import AsyncHTTPClient
import Crypto
import FoundationEssentials
import NIOCore

/// Sends push messages (RFC 8030), encrypted (RFC 8291) and with the server's identification (RFC 8292).
package struct PushSender: Sendable {
    private let key: PushKey
    private let contact: String
    private let services: PushServices
    private let client: HTTPClient

    /// - Parameters:
    ///   - contact: the `mailto:` or `https:` address at which a push service's operator reaches the administrator.
    ///   - services: no request goes to another host.
    ///   - client: with ``clientConfiguration``.
    package init(key: PushKey, contact: String, services: PushServices, client: HTTPClient) {
        self.key = key
        self.contact = contact
        self.services = services
        self.client = client
    }

    /// The configuration of a client for push services: it follows no redirects, which could lead to any host, and reports a
    /// refused connection at once.
    package static var clientConfiguration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        return configuration
    }

    /// For `applicationServerKey`: the uncompressed point in base64url without padding.
    package var publicKey: String { key.publicKey }

    /// Sends a message to one browser. Takes at most 10 seconds.
    /// - Parameters:
    ///   - payload: at most 3,900 bytes.
    ///   - topic: a message that the browser has not yet received is replaced by a later one with the same topic. The service sees
    ///     only its hash.
    ///   - lifetime: how long the service keeps the message for a browser that is offline.
    ///   - seconds: now, in seconds since 1970.
    /// - Throws: ``DeliveryError/gone`` if the subscription has ended, ``DeliveryError/unavailable(_:)`` if the service is busy,
    ///   unreachable or does not accept the server's identification, ``DeliveryError/refused(_:)`` for every other message.
    package func send(
        _ payload: [UInt8], to subscription: PushSubscription, topic: String, lifetime: Duration, at seconds: Int64
    ) async throws(DeliveryError) {
        guard payload.count <= PushEncryption.maximumLength else {
            throw .refused("the payload has \(payload.count) bytes, more than \(PushEncryption.maximumLength)")
        }
        guard services.allows(subscription.endpoint), let endpoint = PushEndpoint(subscription.endpoint) else {
            throw .refused("the endpoint is at no known push service")
        }
        let request: HTTPClientRequest
        do {
            request = try self.request(
                payload, to: subscription, origin: endpoint.origin, topic: topic, lifetime: lifetime, at: seconds)
        } catch {
            throw .refused("the message cannot be encrypted: \(error)")
        }
        let status: UInt
        do {
            status = try await client.execute(request, timeout: .seconds(10)).status.code
        } catch {
            throw .unavailable("\(endpoint.host): \(error)")
        }
        switch status {
        case 200..<300: return
        case 404, 410: throw .gone
        // The server's identification or clock is wrong, which an administrator can correct, or the service is busy.
        case 401, 403, 408, 429: throw .unavailable("\(endpoint.host) answered with status \(status)")
        case 400..<500: throw .refused("\(endpoint.host) answered with status \(status)")
        default: throw .unavailable("\(endpoint.host) answered with status \(status)")
        }
    }

    private func request(
        _ payload: [UInt8], to subscription: PushSubscription, origin: String, topic: String, lifetime: Duration,
        at seconds: Int64
    ) throws -> HTTPClientRequest {
        let salt = SymmetricKey(size: .bits128).withUnsafeBytes { Array($0) }
        let body = try PushEncryption.encrypt(payload, for: subscription, key: P256.KeyAgreement.PrivateKey(), salt: salt)
        var request = HTTPClientRequest(url: subscription.endpoint)
        request.method = .POST
        request.headers = [
            "Authorization": try key.authorization(for: origin, contact: contact, at: seconds),
            "Content-Encoding": "aes128gcm", "Content-Type": "application/octet-stream",
            "TTL": "\(max(0, lifetime.components.seconds))",
            // At most 32 characters of base64url (RFC 8030, 5.4).
            "Topic": PushKey.base64URL(Data(SHA256.hash(data: Array(topic.utf8)).prefix(24))),
            "Urgency": "normal",
        ]
        request.body = .bytes(body)
        return request
    }
}
