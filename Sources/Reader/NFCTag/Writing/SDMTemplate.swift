import Attendance
package import SecureMessaging

/// The message of a tag that signs its address, with zeros where the tag writes UID, counter and MAC.
///
/// The MAC covers only UID and counter. Whoever checks an address takes its event and desk from the tag's registration, and compares
/// the address with them.
package struct SDMTemplate: Sendable, Equatable {
    /// The parameters of the address, in this order.
    private static let (uid, counter, mac) = ("u", "c", "m")
    /// The size of the tag's file without its two bytes of length.
    private static let capacity = 254

    private let address: String
    package let message: NDEFMessage
    let mirror: SDMFileSettings.Mirror

    /// - Parameter address: with a query that has none of the parameters which the tag writes.
    /// - Throws: ``SDMTemplateError``, ``URIRecord/Malformation``, `TagError.tooSmall`.
    package init(_ address: String) throws {
        let fields = [(Self.uid, 14), (Self.counter, 6), (Self.mac, 16)]
        let signed = fields.reduce(address) { $0 + "&\($1.0)=" + String(repeating: "0", count: $1.1) }
        guard address.contains("?"), !address.contains("#") else { throw SDMTemplateError.noQuery }
        guard Self.message(in: signed) != nil else { throw SDMTemplateError.ownParameter }
        self.address = address
        message = NDEFMessage(try URIRecord(signed).record)
        let missing = message.bytes.count - Self.capacity
        guard missing <= 0 else { throw TagError.tooSmall(missing: missing) }
        // The address ends the message.
        let end = 2 + message.bytes.count
        let mac = end - 16
        let counter = mac - "&m=".utf8.count - 6
        let uid = counter - "&c=".utf8.count - 14
        mirror = SDMFileSettings.Mirror(
            source: .plain(uid: uid, counter: counter), macKey: NTAG424Keys.fileNumber, macInput: mac, mac: mac)
    }

    /// The signed fields of an address that was read from such a tag; nil if it has none.
    package static func message(in address: String) -> SDMMessage? {
        guard let query = address.split(separator: "?", maxSplits: 1).last else { return nil }
        func bytes(_ name: String) -> [UInt8]? {
            let values = query.split(separator: "&").filter { $0.hasPrefix(name + "=") }
            return values.count == 1 ? [UInt8](hexadecimal: String(values[0].dropFirst(name.count + 1))) : nil
        }
        guard let uid = bytes(uid), let counter = bytes(counter), counter.count == 3, let mac = bytes(mac),
            let reading = SDMReading(uid: UID(uid), counter: counter.reduce(0) { $0 << 8 | UInt32($1) })
        else { return nil }
        return SDMMessage(.plain(reading), mac: mac)
    }

    /// Whether an address is this template's, signed by any tag.
    package func isBasis(of read: String) -> Bool { read.hasPrefix("\(address)&\(Self.uid)=") }

    /// Checks an address that was read from a tag with this message.
    func verify(_ read: String, of uid: UID, _ keys: NTAG424Keys) throws(SDMError) {
        guard isBasis(of: read), let message = Self.message(in: read) else { throw .otherAddress }
        let reading = try message.claimedReading(metaKey: .factory)
        guard reading.uid == uid else { throw .otherAddress }
        try message.verify(reading, fileKey: keys.file)
    }
}

/// Why a tag cannot sign an address.
package enum SDMTemplateError: Error, Sendable, Equatable {
    /// The address has no query, or a fragment after it.
    case noQuery
    /// The address has a parameter that the tag writes: `u`, `c` or `m`.
    case ownParameter
}

extension SDMTemplateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noQuery: "the address has no parameters, or a fragment (#) after them"
        case .ownParameter: "the address has one of the parameters u, c and m, which the tag itself writes"
        }
    }
}
