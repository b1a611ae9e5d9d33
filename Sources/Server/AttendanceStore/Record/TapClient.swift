/// The programs that send taps, by the names that records keep.
enum TapClient {
    /// The own page, where people tap without a tag. No program can send it: their names begin with "desktap".
    static let withoutTag = "my record, without a tag"

    /// The name of a program, with its version. nil for a browser that opened a tag's address: its name would help to identify the
    /// person.
    static func name(ofUserAgent userAgent: String?) -> String? {
        userAgent.flatMap { $0.hasPrefix("desktap") ? String($0.prefix(64)) : nil }
    }
}
