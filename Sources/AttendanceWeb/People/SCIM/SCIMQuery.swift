import AttendanceStore
import WebServer

/// Whom a provisioner wants listed, said in an address (RFC 7644, 3.4.2) or in a message (3.4.3).
struct SCIMQuery: Sendable {
    /// Nil where nobody can be meant.
    let filter: ProvisionedFilter?
    /// From 1.
    let startIndex: Int64
    let count: Int64
    let selection: SCIMSelection

    /// Users in one answer at most.
    static let maximumResults: Int64 = 200

    init(_ parameters: QueryParameters) throws(WebError) {
        func number(_ name: String) throws(WebError) -> Int64? {
            guard let text = parameters[name] else { return nil }
            guard let number = Int64(text) else { throw .invalidValue("'\(name)' is no whole number.") }
            return number
        }
        try self.init(
            filter: parameters["filter"], startIndex: try number("startIndex"), count: try number("count"),
            try SCIMSelection(parameters: parameters))
    }

    init(_ message: SCIMValue) throws(WebError) {
        guard case .object = message else { throw .invalidSyntax("The body is not a JSON object.") }
        func number(_ name: String) throws(WebError) -> Int64? {
            guard let value = message[name], value != .null else { return nil }
            guard case .number(let number) = value, let whole = Int64(exactly: number) else {
                throw .invalidValue("'\(name)' is no whole number.")
            }
            return whole
        }
        func names(_ name: String) -> [String] { (message[name]?.list ?? []).compactMap(\.text) }
        if let filter = message["filter"], filter != .null, filter.text == nil { throw .invalidFilter("A filter is a text.") }
        try self.init(
            filter: message["filter"]?.text, startIndex: try number("startIndex"), count: try number("count"),
            try SCIMSelection(attributes: names("attributes"), excluding: names("excludedAttributes")))
    }

    /// Numbers out of their range are taken for the nearest in it (RFC 7644, 3.4.2.4).
    private init(filter: String?, startIndex: Int64?, count: Int64?, _ selection: SCIMSelection) throws(WebError) {
        if let filter { self.filter = try SCIMFilter.parse(filter) } else { self.filter = ProvisionedFilter() }
        self.startIndex = max(startIndex ?? 1, 1)
        self.count = min(max(count ?? Self.maximumResults, 0), Self.maximumResults)
        self.selection = selection
    }
}
