import JSON

/// The parameters of a query or a form body. Malformed parameters are errors.
package struct QueryParameters: Sendable {
    private let values: [String: String]
    private let repeated: [String: [String]]

    /// The default limit of a value in Unicode scalars.
    package static let maximumLength = 256
    /// The default limit of a whole query in bytes.
    package static let maximumQueryLength = 4096

    /// - Parameters:
    ///   - repeatable: the names of parameters that may appear several times.
    ///   - nullable: the names of parameters that may contain U+0000. Elsewhere it is an error: texts of a database cannot contain
    ///     it, and keyboards cannot type it.
    ///   - maximumLength: of a value, in Unicode scalars.
    ///   - maximumQueryLength: in bytes.
    package init(
        _ query: String?, repeatable: Set<String> = [], nullable: Set<String> = [], maximumLength: Int = maximumLength,
        maximumQueryLength: Int = maximumQueryLength
    ) throws(WebServerError) {
        var values: [String: String] = [:]
        var repeated: [String: [String]] = [:]
        values.reserveCapacity(8)
        let query = query ?? ""
        guard query.utf8.count <= maximumQueryLength else {
            throw .queryTooLong
        }
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = Self.decoded(pair[..<end]), let value = Self.decoded(pair[end...].dropFirst()) else {
                throw .undecodableParameter
            }
            guard !name.utf8.contains(0), !value.utf8.contains(0) || nullable.contains(name) else { throw .nullCharacter }
            guard !name.hasLongRunOfMarks, !value.hasLongRunOfMarks else { throw .combiningMarks }
            guard value.utf8.count <= maximumLength || value.unicodeScalars.count <= maximumLength else {
                throw .parameterTooLong(name: name, limit: maximumLength)
            }
            if repeatable.contains(name) {
                repeated[name, default: []].append(value)
                continue
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw .repeatedParameter(name: name)
            }
        }
        self.values = values
        self.repeated = repeated
    }

    package subscript(name: String) -> String? { values[name] }

    /// The values of a repeatable parameter, in order of appearance.
    package func values(of name: String) -> [String] { repeated[name] ?? [] }

    /// All parameters that are not repeatable.
    package var all: [String: String] { values }

    /// Decodes a name or a value of a form (WHATWG URL, 5.1): a plus sign is a space.
    private static func decoded(_ text: Substring.UTF8View) -> String? {
        guard text.contains(UInt8(ascii: "+")) else { return Substring(text).percentDecoded }
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return Substring(decoding: spaced, as: UTF8.self).percentDecoded
    }
}
