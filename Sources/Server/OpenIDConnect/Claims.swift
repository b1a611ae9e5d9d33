package import FoundationEssentials
package import JSON

/// The claims of an ID token, a logout token or a userinfo response.
package struct Claims: Sendable, Equatable {
    package var values: [String: JSONValue]

    package init(values: [String: JSONValue]) { self.values = values }

    package subscript(name: String) -> JSONValue? { values[name] }

    /// Whether a claim has a value. Some providers send null or an empty text for what they leave to userinfo.
    func has(_ name: String) -> Bool { values[name].map(Self.isValue) ?? false }

    /// Adds the claims of userinfo that have no value here.
    mutating func add(_ more: Claims) { values.merge(more.values) { Self.isValue($0) ? $0 : $1 } }

    private static func isValue(_ value: JSONValue) -> Bool { value != .null && value != .string("") }

    /// A text; nil if it is missing, empty or another type.
    package func string(_ name: String) -> String? {
        guard let string = values[name]?.string, !string.isEmpty else { return nil }
        return string
    }

    /// A list of texts. Some providers send a single text without a list.
    package func strings(_ name: String) -> [String]? {
        switch values[name] {
        case .string(let string): [string]
        case .array(let array): array.compactMap(\.string)
        default: nil
        }
    }

    /// The member names of an object; nil for another type.
    func members(_ name: String) -> Set<String>? { values[name]?.object.map { Set($0.keys) } }

    /// A NumericDate: seconds since 1970, possibly with a fraction (RFC 7519, 2).
    func date(_ name: String) -> Date? {
        (values[name]?.number).map { Date(timeIntervalSince1970: $0) }
    }

    /// An identifier of at most 255 characters; nil if the claim is missing.
    /// - Throws: ``OpenIDConnectError/missingClaim(_:)`` if the value cannot be used.
    func identifier(_ name: String) throws(OpenIDConnectError) -> String? {
        guard values[name] != nil else { return nil }
        guard let string = string(name), string.unicodeScalars.count <= 255, !string.unicodeScalars.contains("\0") else {
            throw .missingClaim(name)
        }
        return string
    }

    /// The provider's identifier of its session (`sid`, OpenID Connect Back-Channel Logout 1.0, 2.1); nil if it is missing or
    /// unusable.
    package var sessionID: String? { (try? identifier("sid")) ?? nil }

    /// When the person last authenticated at the provider (`auth_time`); nil if the provider does not state it. Some providers
    /// send 0.
    package var authenticationTime: Date? {
        date("auth_time").flatMap { $0.timeIntervalSince1970 > 0 ? $0 : nil }
    }
}

extension Claims {
    /// The deepest nesting in a provider's claims. They come from a signed token, or from the provider itself.
    private static let nesting = 32

    /// nil if the text is no JSON object.
    init?(json: some Sequence<UInt8>) {
        guard let values = (try? JSONValue(parsing: json, nesting: Self.nesting))?.object else { return nil }
        self.init(values: values)
    }
}
