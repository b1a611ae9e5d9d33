package import HTTPTypes

/// Why a request got no answer of the kind it asked for: a status, and a sentence for whoever reads it.
package struct WebError: Error, Equatable {
    package var status: HTTPResponse.Status
    /// What happened, then what to do. Never an identifier of ours, a query or a host name.
    package var sentence: String
    /// A word for programs, stable over releases.
    package var reason: String?
    /// Seconds after which the same request may succeed.
    package var retryAfter: Int?

    init(_ status: HTTPResponse.Status, _ sentence: String, reason: String? = nil, retryAfter: Int? = nil) {
        self.status = status
        self.sentence = sentence
        self.reason = reason
        self.retryAfter = retryAfter
    }

    static func badRequest(_ sentence: String, reason: String? = nil) -> WebError {
        WebError(.badRequest, sentence, reason: reason)
    }

    static let notFound = WebError(.notFound, "There is nothing at this address.")
    static let signInNeeded = WebError(
        .unauthorized, "Please sign in first: open your personal sign-in link on this device.", reason: "sign_in_needed")
    static let unknownKey = WebError(.unauthorized, "This key is not known or has been taken back.", reason: "unknown_key")
    static let forbidden = WebError(.forbidden, "You may not see this. Please ask an administrator.", reason: "forbidden")
    static let unknownTap = WebError(.notFound, "You have no such tap. Please tap the desk again.")
    /// Does not say whether there is such a person or thing at all.
    static let notYours = WebError(
        .notFound, "There is nothing of this name that you look after. Please check the name, or ask HR.", reason: "not_yours")
    static let crossSite = WebError(
        .forbidden, "This came from a page of another site, and was not carried out.", reason: "cross_site")
    static let notReady = WebError(
        .serviceUnavailable, "The server is still starting. Please try again in a moment.", reason: "not_ready",
        retryAfter: 1)
    static let shuttingDown = WebError(
        .serviceUnavailable, "The server is shutting down. Please try again in a moment.", reason: "busy", retryAfter: 1)
    static let databaseAway = WebError(
        .serviceUnavailable, "The database does not answer just now. Please try again in a moment.",
        reason: "database_away", retryAfter: 1)
}
