/// A user name exactly as it is written. Two people can have one name in two spellings, from before user names were compared by
/// their key; Swift's `==` takes such spellings for one text (Unicode canonical equivalence), the database does not.
struct WrittenName: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (one: WrittenName, other: WrittenName) -> Bool { one.text.utf8.elementsEqual(other.text.utf8) }

    func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

extension Sequence<String> {
    /// The user names without those that are written the same twice, sorted.
    package var writtenNames: [String] { Set(map(WrittenName.init)).map(\.text).sorted() }
}
