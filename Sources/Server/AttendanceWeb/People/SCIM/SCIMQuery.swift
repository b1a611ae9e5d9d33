import AttendanceStore
import JSON
import WebServer

/// A provisioner's query for users, in a query string (RFC 7644, 3.4.2) or a message (3.4.3).
struct SCIMQuery: Sendable {
    /// nil if no person can match.
    let filter: ProvisionedFilter?
    /// From 1.
    let startIndex: Int64
    let count: Int64
    let selection: SCIMSelection

    /// The maximum number of users in a response.
    static let maximumResults: Int64 = 200

    init(_ parameters: QueryParameters) throws(WebError) {
        func number(_ name: String) throws(WebError) -> Int64? {
            guard let text = parameters[name] else { return nil }
            guard let number = Int64(text) else { throw .invalidValue("'\(name)' is not an integer.") }
            return number
        }
        try self.init(
            filter: parameters["filter"], startIndex: try number("startIndex"), count: try number("count"),
            try SCIMSelection(parameters: parameters))
    }

    init(_ message: JSONValue) throws(WebError) {
        guard case .object = message else { throw .invalidSyntax("The request body is not a JSON object.") }
        func number(_ name: String) throws(WebError) -> Int64? {
            guard let value = message[name.lowercased()], value != .null else { return nil }
            guard let number = value.integer else { throw .invalidValue("'\(name)' is not an integer.") }
            return number
        }
        func names(_ name: String) -> [String] { (message[name.lowercased()]?.array ?? []).compactMap(\.string) }
        if let filter = message["filter"], filter != .null, filter.string == nil {
            throw .invalidFilter("'filter' must be a string.")
        }
        try self.init(
            filter: message["filter"]?.string, startIndex: try number("startIndex"), count: try number("count"),
            try SCIMSelection(attributes: names("attributes"), excluding: names("excludedAttributes")))
    }

    /// Numbers outside their range are clamped (RFC 7644, 3.4.2.4).
    private init(filter: String?, startIndex: Int64?, count: Int64?, _ selection: SCIMSelection) throws(WebError) {
        if let filter { self.filter = try SCIMFilter.parse(filter) } else { self.filter = ProvisionedFilter() }
        self.startIndex = max(startIndex ?? 1, 1)
        self.count = min(max(count ?? Self.maximumResults, 0), Self.maximumResults)
        self.selection = selection
    }
}
