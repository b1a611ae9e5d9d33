import FoundationEssentials

/// The server's word that a tag stands for a desk and an event. It stands on the tag, behind the address, and vouches for that
/// one tag: copied to another, whose UID it does not fit, it is worth nothing.
///
/// What is signed is not on the tag as such; it is put together anew from the tag's UID and address (``text(uid:kind:desk:)``).
package struct TagCertificate: Sendable, Hashable {
    /// The number of the server's key that signed.
    package let key: UInt16
    /// The day of issue in UTC. NFC tags were unknown before 1970, and the payload has four bytes for the day.
    package let issued: CivilDate
    /// An Ed25519 signature (RFC 8032) over the text.
    package let signature: [UInt8]

    package static let signatureLength = 64
    /// The name of the NDEF external record (NFC Forum RTD 1.0, 2.2) that holds the payload.
    package static let recordType = "desktap:c"
    /// Bytes of a payload.
    package static let payloadLength = 71

    /// - Returns: nil if the signature is none or the day lies outside of what a payload can hold.
    package init?(key: UInt16, issued: CivilDate, signature: [UInt8]) {
        guard signature.count == Self.signatureLength, UInt32(exactly: issued.daysSince1970) != nil else { return nil }
        self.key = key
        self.issued = issued
        self.signature = signature
    }

    /// What the signature is over, version 1: lines joined by LF, none at the end.
    package func text(uid: UID, kind: TapKind, desk: DeskID?) -> String {
        Self.text(uid: uid, kind: kind, desk: desk, issued: issued, key: key)
    }

    package static func text(uid: UID, kind: TapKind, desk: DeskID?, issued: CivilDate, key: UInt16) -> String {
        """
        desktap tag 1
        uid=\(uid)
        desk=\(desk?.description ?? "")
        event=\(kind.rawValue)
        issued=\(issued)
        key=\(key)
        """
    }
}

// MARK: - Payload

extension TagCertificate {
    private static let version: UInt8 = 1

    /// Reads a record's payload: version, key number (two bytes, big-endian), days since 1970-01-01 (four bytes, big-endian),
    /// signature.
    package init(payload: some Collection<UInt8>) throws(TagCertificateError) {
        let bytes = Array(payload)
        guard let version = bytes.first else { throw .wrongLength(0) }
        guard version == Self.version else { throw .unknownVersion(version) }
        guard bytes.count == Self.payloadLength else { throw .wrongLength(bytes.count) }
        key = UInt16(bytes[1]) << 8 | UInt16(bytes[2])
        issued = CivilDate(daysSince1970: bytes[3..<7].reduce(0) { $0 << 8 | Int64($1) })
        signature = Array(bytes[7...])
    }

    package var payload: [UInt8] {
        let day = UInt32(truncatingIfNeeded: issued.daysSince1970)
        return [Self.version, UInt8(key >> 8), UInt8(truncatingIfNeeded: key)]
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: day >> $0) } + signature
    }

    /// Reads a payload in base64url without padding (RFC 4648, 5), as it travels in JSON.
    package init(base64URL text: String) throws(TagCertificateError) {
        // 71 bytes are 95 digits.
        guard text.utf8.count <= 128, text.utf8.allSatisfy(Self.isDigit) else { throw .notBase64URL }
        guard let bytes = Data(base64URL: text) else { throw .notBase64URL }
        try self.init(payload: bytes)
    }

    package var base64URL: String {
        Data(payload).base64URL
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// Why some bytes are no certificate.
package enum TagCertificateError: Error, Sendable, Equatable {
    case wrongLength(Int)
    /// A later DeskTap made it.
    case unknownVersion(UInt8)
    case notBase64URL
}

extension TagCertificateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .wrongLength(let length): "A tag's certificate has \(TagCertificate.payloadLength) bytes; this has \(length)."
        case .unknownVersion(let version): "The tag's certificate is of version \(version); this DeskTap knows version 1."
        case .notBase64URL: "The tag's certificate is not written in base64url without padding."
        }
    }
}
