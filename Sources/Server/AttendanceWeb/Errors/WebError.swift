import AttendanceStore
package import HTTPTypes
import Localization

/// The failure of a request: a status, and a sentence for people.
package struct WebError: Error, Equatable {
    package var status: HTTPResponse.Status
    /// What happened, then what to do, in the language of the request. It contains no internal identifier, query or host name.
    package var sentence: String
    var reason: Reason?
    /// The technical reason, which the error page shows in small text; nil if the sentence says it.
    var detail: String?
    /// How long after it the same request may succeed, in whole seconds.
    package var retryAfter: Duration?
    /// The methods that the address supports.
    var allow: String?
    /// The id of a tap that is refused permanently. A phone must not send it again.
    var tap: String?

    init(
        _ status: HTTPResponse.Status, _ sentence: String, reason: Reason? = nil, retryAfter: Duration? = nil,
        allow: String? = nil
    ) {
        self.status = status
        self.sentence = sentence
        self.reason = reason
        self.retryAfter = retryAfter
        self.allow = allow
    }

    static func badRequest(_ sentence: String, reason: Reason? = nil) -> WebError {
        WebError(.badRequest, sentence, reason: reason)
    }

    static var notFound: WebError { WebError(.notFound, localized("error.notFound")) }
    static var signInNeeded: WebError { WebError(.unauthorized, localized("error.signInNeeded"), reason: .signInNeeded) }
    static var browserNeeded: WebError { WebError(.forbidden, localized("error.browserNeeded"), reason: .browserNeeded) }
    static var unknownKey: WebError { WebError(.unauthorized, localized("error.unknownKey"), reason: .unknownKey) }
    static var certificateMissing: WebError {
        WebError(.unauthorized, localized("error.certificateMissing"), reason: .certificateMissing)
    }
    static var wrongCertificate: WebError {
        WebError(.unauthorized, localized("error.wrongCertificate"), reason: .wrongCertificate)
    }
    static var forbidden: WebError { WebError(.forbidden, localized("error.forbidden"), reason: .forbidden) }
    static var unknownTap: WebError { WebError(.notFound, localized("error.unknownTap"), reason: .unknownTap) }
    /// Does not reveal whether the person or object exists.
    static var notYours: WebError { WebError(.notFound, localized("error.notYours"), reason: .notYours) }
    static var notReady: WebError {
        WebError(.serviceUnavailable, localized("error.notReady"), reason: .notReady, retryAfter: .seconds(1))
    }
    static var shuttingDown: WebError {
        WebError(.serviceUnavailable, localized("error.shuttingDown"), reason: .busy, retryAfter: .seconds(1))
    }
    static var tooManyTaps: WebError {
        WebError(.serviceUnavailable, localized("error.busy"), reason: .busy, retryAfter: .seconds(1))
    }
    static var databaseAway: WebError {
        WebError(.serviceUnavailable, localized("error.databaseAway"), reason: .databaseAway, retryAfter: .seconds(1))
    }
    /// The server must not record anything. Retry after the next check, at most a minute later.
    static func unfit(_ problem: ServerCheck.Problem) -> WebError {
        switch problem {
        case .clockIsWrong:
            WebError(.serviceUnavailable, localized("error.clockWrong"), reason: .clockWrong, retryAfter: .seconds(30))
        case .schemaIsNewer:
            WebError(.serviceUnavailable, localized("error.schemaNewer"), reason: .schemaNewer, retryAfter: .seconds(30))
        }
    }
    static var databaseFull: WebError {
        WebError(.serviceUnavailable, localized("error.databaseFull"), reason: .databaseFull, retryAfter: .seconds(5))
    }
    static func unknownOffice(_ name: String) -> WebError {
        WebError(.notFound, localized("error.unknownOffice", ["name": String(name.prefix(80))]), reason: .unknownOffice)
    }
    static var noObject: WebError { .badRequest(localized("error.noObject"), reason: .badJSON) }
}
