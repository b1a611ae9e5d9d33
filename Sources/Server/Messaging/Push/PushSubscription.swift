import Crypto

/// A browser's subscription to push messages (W3C Push API).
package struct PushSubscription: Sendable, Equatable {
    /// Secret: any server that knows it can send messages, though none that the browser can decrypt.
    package let endpoint: String
    /// `p256dh`: the uncompressed point, 65 bytes.
    package let publicKey: [UInt8]
    /// `auth`: 16 bytes.
    package let authentication: [UInt8]

    /// Checks the form. ``PushServices`` decides whether the endpoint may be used.
    /// - Parameter endpoint: `https`, at most 2,000 bytes.
    package init(endpoint: String, publicKey: [UInt8], authentication: [UInt8]) throws(PushSubscriptionError) {
        guard PushEndpoint(endpoint) != nil else { throw .malformedEndpoint }
        guard publicKey.count == 65, (try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)) != nil else {
            throw .malformedPublicKey
        }
        guard authentication.count == 16 else { throw .malformedAuthentication }
        self.endpoint = endpoint
        self.publicKey = publicKey
        self.authentication = authentication
    }
}
