/// Known properties of a reader model, selected by a part of the reader's PC/SC name. They save commands and explain missing
/// events. Properties that a command can detect are not assumed.
package struct ReaderModel: Sendable, Equatable {
    /// Words of the name, case-insensitive. A number may be followed by a letter for the variant.
    package let name: String
    /// True if the reader reports ISO 15693 tags; nil if undocumented.
    package var detectsType5: Bool?
    /// True if Type 2 tags can be read through PC/SC.
    package var readsType2 = true
    /// True if this slot accepts contactless cards.
    package var isContactless = true
    /// Capabilities that need not be detected.
    package var capabilities = ReaderCapabilities()
    /// The document or report that states these properties.
    package let source: String

    /// The model of a reader; nil if the reader is unknown.
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

    /// True for "ACR122" in "ACR122U", false for "SAM" in "Samsung".
    private static func isWord(_ wanted: Substring, in found: Substring) -> Bool {
        if wanted == found { return true }
        guard wanted.last?.isNumber == true, found.hasPrefix(wanted) else { return false }
        return found.dropFirst(wanted.count).first?.isLetter == true
    }

    private static func words(_ name: String) -> [Substring] {
        name.lowercased().split { !$0.isLetter && !$0.isNumber }
    }

    /// The known models. The first match wins, so specific names precede general ones.
    package static let known: [ReaderModel] = [
        ReaderModel(name: "SAM", isContactless: false, source: "pokusew/nfc-pcsc issue 56: errors from an ACR1252's SAM slot"),
        ReaderModel(
            name: "ACR122", detectsType5: false, capabilities: ReaderCapabilities(largestRead: 16, passesPN532: true),
            source: "ACS ACR122U application programming interface 2.04, 5.3; nfc-tools/libnfc issue 419"),
        ReaderModel(
            name: "ACR1552", detectsType5: true, source: "ACS ACR1552U reference manual: polls for ISO 15693 by default"),
        ReaderModel(
            name: "OMNIKEY 5023", detectsType5: true, readsType2: false,
            source: "HID PLT-03273 A.1: no longer reads MIFARE Ultralight through PC/SC"),
        ReaderModel(name: "OMNIKEY 5022", detectsType5: true, source: "HID PLT-03092 A.1"),
        ReaderModel(name: "OMNIKEY 5422", detectsType5: true, source: "HID PLT-03296 A.3"),
        ReaderModel(name: "OMNIKEY 5427", detectsType5: true, source: "HID's guide to the OMNIKEY 5427 CK lists ISO 15693"),
        ReaderModel(
            name: "RC-S300", capabilities: ReaderCapabilities(restartsField: true),
            source: "users' notes on its protocol: no response before the field was switched off and on in the session"),
        ReaderModel(name: "RC-S380", detectsType5: false, source: "nfcpy/nfcpy issue 209"),
    ]

    private init(
        name: String, detectsType5: Bool? = nil, readsType2: Bool = true, isContactless: Bool = true,
        capabilities: ReaderCapabilities = ReaderCapabilities(), source: String
    ) {
        self.name = name
        self.detectsType5 = detectsType5
        self.readsType2 = readsType2
        self.isContactless = isContactless
        self.capabilities = capabilities
        self.source = source
    }
}
