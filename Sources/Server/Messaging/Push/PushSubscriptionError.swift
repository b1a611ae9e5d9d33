/// Why a subscription cannot be used.
package enum PushSubscriptionError: Error, Sendable, Equatable {
    /// The endpoint is not an `https` address, or is longer than 2,000 bytes.
    case malformedEndpoint
    /// The key is not a point on the curve P-256 in its uncompressed form.
    case malformedPublicKey
    /// The authentication secret has not 16 bytes.
    case malformedAuthentication
}
