import Localization

/// The parameters of an address, strictly: what cannot be read is an error, not a guess.
struct QueryParameters: Sendable {
    private let values: [String: String]
    private let repeated: [String: [String]]

    /// Longer values mean nothing to any route.
    static let maximumLength = 256
    /// Longer addresses are refused whole.
    static let maximumQueryLength = 4096

    /// - Parameter repeatable: the names of those that may be given several times.
    /// - Throws: ``WebError`` for a query that is too long, is not UTF-8 once decoded, or repeats a parameter.
    init(
        _ query: String?, repeatable: Set<String> = [], maximumLength: Int = maximumLength,
        maximumQueryLength: Int = maximumQueryLength
    ) throws(WebError) {
        var values: [String: String] = [:]
        var repeated: [String: [String]] = [:]
        let query = query ?? ""
        guard query.utf8.count <= maximumQueryLength else {
            throw .badRequest(localized("error.longQuery"))
        }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "") else {
                throw .badRequest(localized("error.unreadableParameter"))
            }
            guard value.count <= maximumLength else {
                throw .badRequest(
                    localized("error.longParameter", ["name": String(name.prefix(40)), "most": "\(maximumLength)"]))
            }
            if repeatable.contains(name) {
                repeated[name, default: []].append(value)
                continue
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw .badRequest(localized("error.repeatedParameter", ["name": String(name.prefix(40))]))
            }
        }
        self.values = values
        self.repeated = repeated
    }

    subscript(name: String) -> String? { values[name] }

    /// All that was given for a repeatable parameter, in the order in which it was.
    func values(of name: String) -> [String] { repeated[name] ?? [] }

    /// Those that are not repeatable.
    var all: [String: String] { values }

    /// A name or a value as forms encode it (WHATWG URL, 5.1): a plus sign is a space.
    private static func decoded(_ text: Substring) -> String? {
        Address.percentDecoded(text.contains("+") ? text.replacing("+", with: " ")[...] : text)
    }
}
