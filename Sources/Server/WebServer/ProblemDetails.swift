package import HTTPTypes
package import Hummingbird

/// Problem details for HTTP APIs (RFC 9457, 3.1).
package struct ProblemDetails: Sendable {
    private let status: HTTPResponse.Status
    private let object: JSONObject

    /// - Parameters:
    ///   - detail: what happened, then what to do.
    ///   - members: extension members. nil is omitted.
    package init(_ status: HTTPResponse.Status, _ detail: String, members: [String: String?] = [:]) {
        self.status = status
        object = JSONObject(
            [
                ("type", .text("about:blank")), ("title", .text(status.reasonPhrase)), ("status", .number(status.code)),
                ("detail", .text(detail)),
            ] + members.map { name, value in (name, value.map { .text($0) }) })
    }

    package var response: Response { .json(object, status: status, type: "application/problem+json") }
}
