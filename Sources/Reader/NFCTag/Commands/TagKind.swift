/// The kind of a tag, which decides how it is read. Derived from the answer to reset. PC/SC part 3 supplement 2.01.08.
package enum TagKind: String, Equatable, Hashable, Sendable {
    /// NFC Forum Type 2: NTAG21x, MIFARE Ultralight.
    case type2
    /// NFC Forum Type 3: FeliCa.
    case type3
    /// NFC Forum Type 4, or any other ISO 14443-4 card such as a phone or a bank card. Selecting the NDEF application
    /// distinguishes them.
    case type4
    /// NFC Forum Type 5: ISO 15693.
    case type5
    /// MIFARE Classic: its sectors need keys, so it is only used as a badge.
    case classic
    /// A storage card of another kind. At most its UID can be read.
    case otherStorage
    /// The answer to reset does not identify the card. Reading the UID may still succeed.
    case unknown

    package init(_ answerToReset: ATR) {
        guard let storage = answerToReset.storageCard else {
            self =
                switch answerToReset.historicalBytes {
                // An SCM3711 puts the FeliCa polling command and response code before the IDm.
                case let bytes? where bytes.starts(with: [0x04, 0x43, 0xFD]) && bytes.count == 12: .type3
                case _? where answerToReset.isContactless: .type4
                default: .unknown
                }
            return
        }
        self =
            switch (storage.standard, storage.name) {
            // The ACR122U has its own names for FeliCa cards, at 212 and 424 kbit/s.
            case (_, StorageCardName.acsFeliCa212), (_, StorageCardName.acsFeliCa424), (0x11, _): .type3
            case (0x03, StorageCardName.classic1K), (0x03, StorageCardName.classic4K), (0x03, StorageCardName.classicMini):
                .classic
            // A Type 1 tag.
            case (_, StorageCardName.acsTopaz): .otherStorage
            case (0x03, _): .type2
            case (0x09...0x0C, _): .type5
            case (0x00, _): .unknown
            default: .otherStorage
            }
    }
}

/// The storage card names that affect ``TagKind``. PC/SC part 3 supplement 2.01.08; names from F000 are ACS's own.
enum StorageCardName {
    static let classic1K: UInt16 = 0x0001
    static let classic4K: UInt16 = 0x0002
    /// Also the name of NTAG21x chips.
    static let ultralight: UInt16 = 0x0003
    static let classicMini: UInt16 = 0x0026
    static let acsTopaz: UInt16 = 0xF004
    static let acsFeliCa212: UInt16 = 0xF011
    static let acsFeliCa424: UInt16 = 0xF012
}
