package import HTTPTypes
package import JSON

extension TestProvider {
    /// Deviations from correct behaviour.
    package struct Behaviour: Sendable {
        package enum Signature: Sendable {
            case good, goodWithoutName, otherKeyOfThisName, unpublishedKey, none, publicKeyAsSecret
        }
        package enum Delivery: Sendable { case good, never, aByteNowAndThen, endless, redirect }

        /// Claims of the ID token that replace the correct ones; nil omits a claim.
        package var claims: [String: JSONValue?] = [:]
        /// Time claims, in seconds from now.
        package var times: [String: Double] = ["exp": 300, "iat": 0]
        package var isHeaderCritical = false
        package var signature = Signature.good
        package var delivery = Delivery.good
        /// The userinfo response; nil: the discovery document has no userinfo endpoint.
        package var userInfo: [String: JSONValue]?
        /// How the userinfo response is signed; nil: it is JSON without a signature.
        package var userInfoSignature: Signature?
        package var userInfoStatus = HTTPResponse.Status.ok
        /// Parameters of the authorization response that replace the correct ones; nil omits a parameter.
        package var callback: [String: String?] = [:]
        /// Members of the discovery document that replace the correct ones.
        package var discovery: [String: String] = [:]
        package var tokenStatus = HTTPResponse.Status.ok
    }
}
