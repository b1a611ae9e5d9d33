import Foundation

/// Parameters of a query or a form body (`application/x-www-form-urlencoded`), in order.
struct FormParameters: ExpressibleByDictionaryLiteral, Sendable {
    private(set) var fields: [(name: String, value: String)]

    init(dictionaryLiteral fields: (String, String)...) { self.fields = fields.map { ($0, $1) } }

    mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

    var encoded: String {
        fields.map { "\($0.name)=\(Self.percentEncoded($0.value))" }.joined(separator: "&")
    }

    /// The address of an endpoint with these parameters. A query that the endpoint already has is kept (RFC 6749, 3.1).
    func appended(to endpoint: String) -> String { endpoint + (endpoint.contains("?") ? "&" : "?") + encoded }

    /// Encodes everything but the unreserved characters (RFC 3986, 2.3).
    static func percentEncoded(_ text: String) -> String {
        // Nil only for invalid UTF-8, which a Swift string cannot contain.
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
