/// What is known of a reader before it is tried, by a part of its name in PC/SC. Everything here saves time or explains why
/// nothing happens; nothing is taken for granted that trying could show.
package struct ReaderModel: Sendable, Equatable {
    /// Words of the name, upper and lower case alike; behind a number there may be a letter for the variant.
    package let name: String
    /// Whether it raises an event for ISO 15693 tags; nil where nobody has said.
    package var seesType5: Bool?
    /// Whether Type 2 tags can be read through PC/SC.
    package var readsType2 = true
    /// Whether this slot takes contactless cards at all.
    package var isContactless = true
    /// What need not be tried out any more.
    package var capabilities = ReaderCapabilities()
    /// Who says so.
    package let source: String

    /// The model of a reader, or nil for one that nothing is known of.
    package static func named(_ readerName: String) -> ReaderModel? {
        let words = words(readerName)
        return known.first { model in
            let wanted = Self.words(model.name)
            return words.indices.contains { start in
                let found = words[start...].prefix(wanted.count)
                return found.count == wanted.count && zip(wanted, found).allSatisfy { isWord($0, in: $1) }
            }
        }
    }

    /// ACR122 stands for ACR122U, and SAM not for Samsung.
    private static func isWord(_ wanted: Substring, in found: Substring) -> Bool {
        if wanted == found { return true }
        guard wanted.last?.isNumber == true, found.hasPrefix(wanted) else { return false }
        return found.dropFirst(wanted.count).first?.isLetter == true
    }

    private static func words(_ name: String) -> [Substring] {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }
    }

    /// The more particular names first.
    package static let known: [ReaderModel] = [
        ReaderModel(name: "SAM", isContactless: false, source: "pokusew/nfc-pcsc issue 56: errors from an ACR1252's SAM slot"),
        ReaderModel(
            name: "ACR122", seesType5: false, capabilities: ReaderCapabilities(largestRead: 16, passesPN532: true),
            source: "ACS ACR122U application programming interface 2.04, 5.3; nfc-tools/libnfc issue 419"),
        ReaderModel(name: "ACR1552", seesType5: true, source: "ACS ACR1552U reference manual: polls for ISO 15693 by default"),
        ReaderModel(
            name: "OMNIKEY 5023", seesType5: true, readsType2: false,
            source: "HID PLT-03273 A.1: no MIFARE Ultralight through PC/SC any more"),
        ReaderModel(name: "OMNIKEY 5022", seesType5: true, source: "HID PLT-03092 A.1"),
        ReaderModel(name: "OMNIKEY 5422", seesType5: true, source: "HID PLT-03296 A.3"),
        ReaderModel(name: "OMNIKEY 5427", seesType5: true, source: "HID's guide to the OMNIKEY 5427 CK lists ISO 15693"),
        ReaderModel(
            name: "RC-S300", capabilities: ReaderCapabilities(restartsField: true),
            source: "users' notes on its protocol: nothing answers before the field went off and on in the session"),
        ReaderModel(name: "RC-S380", seesType5: false, source: "nfcpy/nfcpy issue 209"),
    ]

    private init(
        name: String, seesType5: Bool? = nil, readsType2: Bool = true, isContactless: Bool = true,
        capabilities: ReaderCapabilities = ReaderCapabilities(), source: String
    ) {
        self.name = name
        self.seesType5 = seesType5
        self.readsType2 = readsType2
        self.isContactless = isContactless
        self.capabilities = capabilities
        self.source = source
    }
}
