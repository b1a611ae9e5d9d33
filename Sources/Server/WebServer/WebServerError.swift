package import HTTPTypes

/// Why this module rejects a request. The application adds the words, and turns the error into a response.
package enum WebServerError: Error, Equatable {
    /// The path is longer than ``Hummingbird/Request/maximumPathLength``.
    case pathTooLong
    /// The body has a content coding, which no route accepts.
    case compressedBody
    /// The body has a media type that the route does not read.
    case unsupportedBodyType(supported: [BodyType])
    /// A page of another site sent the request, see ``SameOrigin``.
    case crossSite
    /// The address exists, but not for this method.
    /// - Parameter allowed: the methods of the address, for the header `Allow`.
    case methodNotAllowed(allowed: [HTTPRequest.Method])
    /// The body is longer than the route accepts.
    case bodyTooLong
    /// The connection broke, or the body was malformed, before its end.
    case bodyIncomplete
    /// The body says that it is JSON, but is no JSON object.
    case notAnObject
    /// The body is JSON that is nested deeper than any route needs.
    /// - Parameter limit: in levels.
    case nestedTooDeeply(limit: Int)
    /// A text of the query or the body contains U+0000.
    case nullCharacter
    /// A text has more than 30 combining marks in a row.
    case combiningMarks
    /// The query is longer than the route accepts.
    case queryTooLong
    /// A parameter is not valid percent-encoded UTF-8.
    case undecodableParameter
    /// A parameter's value is longer than the route accepts.
    /// - Parameter limit: in Unicode scalars.
    case parameterTooLong(name: String, limit: Int)
    /// A parameter that may appear once appears several times.
    case repeatedParameter(name: String)
}
