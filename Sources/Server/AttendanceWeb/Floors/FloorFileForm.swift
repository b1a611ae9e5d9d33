import WebServer

/// The form that checks, imports or publishes a floor's file.
struct FloorFileForm: Sendable {
    enum Action: String, Sendable { case check, `import`, publish }

    let action: Action
    let text: String
    /// The version that the page showed.
    let version: String?
    /// The occupied desks that the page showed, if the administrator confirmed to remove them.
    let confirmedDesks: Set<String>

    init(_ fields: QueryParameters) {
        action = fields["do"].flatMap(Action.init) ?? .check
        text = fields["text"] ?? ""
        version = fields["version"]
        confirmedDesks = Set(fields["sure"] == "yes" ? (fields["spoken_of"] ?? "").split(separator: ",").map(String.init) : [])
    }
}
