import WebServer

extension QueryParameters {
    /// Reads the query of a tag's address. Some tags carry NULs before the desk, which ``DeskID`` removes.
    init(ofTag query: String?) throws(WebServerError) { try self.init(query, nullable: ["desk", "d"]) }

    /// A parameter of a tag's address, by its name (`event`, `desk`, `office`) or, on tags with little room, by its first letter.
    func ofTag(_ name: String) -> String? { self[name] ?? self[String(name.prefix(1))] }
}
