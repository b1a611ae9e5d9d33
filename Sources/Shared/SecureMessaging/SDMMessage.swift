import Attendance

/// The fields that an NTAG 424 DNA writes into its address at each reading: secure dynamic messaging (SDM), also called SUN.
/// NT4H2421Gx rev. 3.0, 9.3.
///
/// The values are claims until ``verify(_:fileKey:)`` succeeds.
package struct SDMMessage: Sendable, Equatable {
    /// The tag and its counter, as they are in the address.
    package enum Source: Sendable, Equatable {
        /// PICCData: both, encrypted with a key that all tags share.
        case encrypted([UInt8])
        case plain(SDMReading)
    }

    package var source: Source
    /// File data that the tag encrypted; nil: the address has none.
    package var encryptedFileData: [UInt8]?
    /// ``macLength`` bytes.
    package var mac: [UInt8]
    /// The part of the file that the MAC covers, from SDMMACInputOffset to SDMMACOffset. Often empty.
    package var macInput: [UInt8]

    package static let macLength = 8
    private static let piccDataLength = 16
    /// In LRP mode, PICCData begins with eight random bytes.
    private static let leakResistantLength = 24

    package init(_ source: Source, encryptedFileData: [UInt8]? = nil, mac: [UInt8], macInput: [UInt8] = []) {
        self.source = source
        self.encryptedFileData = encryptedFileData
        self.mac = mac
        self.macInput = macInput
    }

    /// The tag and its counter. They are not authenticated: the file key may depend on the tag.
    /// - Parameter metaKey: decrypts PICCData.
    package func claimedReading(metaKey: AESKey) throws(SDMError) -> SDMReading {
        switch source {
        case .plain(let reading): return reading
        case .encrypted(let bytes):
            if bytes.count == Self.leakResistantLength { throw .leakResistant }
            guard bytes.count == Self.piccDataLength else { throw .wrongLength(.piccData, bytes.count) }
            return try Self.reading(piccData: metaKey.decrypted(bytes))
        }
    }

    /// Parses decrypted PICCData: a tag byte, the UID, the counter and random bytes. NT4H2421Gx 9.3.4, table 21.
    private static func reading(piccData: [UInt8]) throws(SDMError) -> SDMReading {
        // Bits 7 and 6: UID and counter are present. Bits 3 to 0: the length of the UID.
        switch piccData[0] {
        case 0xC7: break
        case 0x40: throw .lacksUID
        case 0x87: throw .lacksCounter
        default: throw .notPICCData
        }
        let counter = piccData[8..<11].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard let reading = SDMReading(uid: UID(Array(piccData[1..<8])), counter: counter) else { throw .notPICCData }
        return reading
    }

    /// Whether the tag signed the message. The MAC is compared in constant time.
    /// - Parameters:
    ///   - reading: of this message.
    ///   - fileKey: of the tag.
    package func isSigned(_ reading: SDMReading, fileKey: AESKey) -> Bool {
        guard mac.count == Self.macLength else { return false }
        let expected = reading.macKey(from: fileKey).truncatedMAC(macInput)
        return zip(expected, mac).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Checks the MAC.
    /// - Throws: the reason why ``isSigned(_:fileKey:)`` is false.
    package func verify(_ reading: SDMReading, fileKey: AESKey) throws(SDMError) {
        guard mac.count == Self.macLength else { throw .wrongLength(.mac, mac.count) }
        guard isSigned(reading, fileKey: fileKey) else { throw .wrongMAC }
    }

    /// Decrypts the file data of a message whose MAC was checked.
    /// - Returns: nil: the address has none.
    package func fileData(_ reading: SDMReading, fileKey: AESKey) throws(SDMError) -> [UInt8]? {
        guard let encryptedFileData else { return nil }
        guard !encryptedFileData.isEmpty, encryptedFileData.count.isMultiple(of: AESKey.length) else {
            throw .wrongLength(.fileData, encryptedFileData.count)
        }
        let key = reading.encryptionKey(from: fileKey)
        let block = reading.counterBytes + Array(repeating: 0, count: AESKey.length - 3)
        return key.decrypted(encryptedFileData, vector: key.encrypted(block: block))
    }
}

/// Why an address of an NTAG 424 DNA proves nothing.
package enum SDMError: Error, Sendable, Equatable {
    package enum Part: Sendable {
        case piccData, fileData, mac
    }

    /// In bytes.
    case wrongLength(Part, Int)
    /// The tag is in LRP mode, in which it computes with another algorithm. The mode cannot be left.
    case leakResistant
    /// The bytes are no PICCData: they were changed, or encrypted with another key.
    case notPICCData
    /// The tag is set up to leave its UID or its counter out.
    case lacksUID, lacksCounter
    /// The address was changed, or signed with another key.
    case wrongMAC
    /// Another address than expected, or of another tag.
    case otherAddress
}

extension SDMError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .wrongLength(.piccData, let count): "the encrypted UID has \(count) bytes instead of 16"
        case .wrongLength(.fileData, let count): "the encrypted file data has \(count) bytes: no whole blocks of 16"
        case .wrongLength(.mac, let count): "the MAC has \(count) bytes instead of \(SDMMessage.macLength)"
        case .leakResistant:
            "the tag is in LRP mode, which this program does not support; the mode cannot be left, so use another tag"
        case .notPICCData: "the encrypted UID was changed, or encrypted with another key"
        case .lacksUID: "the tag does not send its UID"
        case .lacksCounter: "the tag does not send its counter"
        case .wrongMAC: "the MAC is wrong: the address was changed, or signed with another key"
        case .otherAddress: "it is another address, or that of another tag"
        }
    }
}
