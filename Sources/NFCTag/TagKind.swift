/// Which way a tag is read, as far as the reader's answer to reset tells. PC/SC part 3 supplement 2.01.08.
package enum TagKind: String, Equatable, Hashable, Sendable {
    /// NFC Forum Type 2: NTAG21x, MIFARE Ultralight.
    case type2
    /// NFC Forum Type 3: FeliCa.
    case type3
    /// NFC Forum Type 4, or any other card that speaks ISO 14443-4: a phone, a bank card. Only asking it tells.
    case type4
    /// NFC Forum Type 5: ISO 15693.
    case type5
    /// MIFARE Classic: sectors behind keys; here a badge.
    case classic
    /// A storage card of another kind: a UID at most.
    case otherStorage
    /// An answer to reset that says nothing: worth asking for a UID.
    case unknown

    package init(_ answerToReset: ATR) {
        guard let storage = answerToReset.storageCard else {
            self =
                switch answerToReset.historicalBytes {
                // An SCM3711 with a FeliCa card: command and response code of polling before IDm.
                case let bytes? where bytes.starts(with: [0x04, 0x43, 0xFD]) && bytes.count == 12: .type3
                case _? where answerToReset.isContactless: .type4
                default: .unknown
                }
            return
        }
        self =
            switch (storage.standard, storage.name) {
            // The ACR122U gives FeliCa cards names of its own: 212 and 424 kbit/s.
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

/// The names of storage cards that decide something. PC/SC part 3 supplement 2.01.08; those from F000 on are ACS's own.
enum StorageCardName {
    static let classic1K: UInt16 = 0x0001
    static let classic4K: UInt16 = 0x0002
    /// NTAG21x answers with this name too.
    static let ultralight: UInt16 = 0x0003
    static let classicMini: UInt16 = 0x0026
    static let acsTopaz: UInt16 = 0xF004
    static let acsFeliCa212: UInt16 = 0xF011
    static let acsFeliCa424: UInt16 = 0xF012
}
