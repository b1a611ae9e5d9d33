package import HTTPTypes
package import Hummingbird

/// Problem details for HTTP APIs (RFC 9457, 3.1).
package struct ProblemDetails: Sendable {
    private let status: HTTPResponse.Status
    private let detail: String
    private let members: [String: String]

    /// - Parameters:
    ///   - detail: what happened, then what to do.
    ///   - members: extension members. nil is omitted.
    package init(_ status: HTTPResponse.Status, _ detail: String, members: [String: String?] = [:]) {
        self.status = status
        self.detail = detail
        self.members = members.compactMapValues(\.self)
    }

    package var response: Response { .json(self, status: status, type: "application/problem+json") }
}

extension ProblemDetails: Encodable {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { return nil }
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode("about:blank", forKey: Key("type"))
        try object.encode(status.reasonPhrase, forKey: Key("title"))
        try object.encode(status.code, forKey: Key("status"))
        try object.encode(detail, forKey: Key("detail"))
        for (name, value) in members { try object.encode(value, forKey: Key(name)) }
    }
}
