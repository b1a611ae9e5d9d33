import FoundationEssentials

/// The server's signature that a tag stands for a desk and an event. Stored on the tag after its address. Valid only for the
/// tag with the signed UID: a copy on another tag is worthless.
///
/// The signed text is not stored on the tag. The verifier rebuilds it from the tag's UID and address
/// (``text(uid:kind:desk:)``).
package struct TagCertificate: Sendable, Hashable {
    /// The number of the server's signing key.
    package let key: UInt16
    /// The day of issue in UTC. The payload stores it as an unsigned number of four bytes, so it is never before 1970.
    package let issued: CivilDate
    /// An Ed25519 signature (RFC 8032) of the text.
    package let signature: [UInt8]

    private static let signatureLength = 64
    /// The type name of the NDEF external record (NFC Forum RTD 1.0, 2.2) that holds the payload.
    package static let recordType = "desktap:c"
    /// The payload's length in bytes.
    package static let payloadLength = 71

    /// - Returns: nil unless the signature has 64 bytes and the payload can hold the day.
    package init?(key: UInt16, issued: CivilDate, signature: [UInt8]) {
        guard signature.count == Self.signatureLength, UInt32(exactly: issued.daysSince1970) != nil else { return nil }
        self.key = key
        self.issued = issued
        self.signature = signature
    }

    /// The signed text, version 1: lines joined by LF, without a final LF.
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

    /// Parses a record's payload: version, key number (two bytes, big-endian), days since 1970-01-01 (four bytes,
    /// big-endian), signature.
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

    /// Parses a payload in base64url without padding (RFC 4648, 5), the form used in JSON.
    package init(base64URL text: String) throws(TagCertificateError) {
        // 71 bytes are 95 characters.
        guard text.utf8.count <= 128, text.utf8.allSatisfy(Self.isBase64URL) else { throw .notBase64URL }
        guard let bytes = Data(base64URL: text) else { throw .notBase64URL }
        try self.init(payload: bytes)
    }

    package var base64URL: String { Data(payload).base64URL }

    private static func isBase64URL(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

/// Why a payload cannot be parsed.
package enum TagCertificateError: Error, Sendable, Equatable {
    case wrongLength(Int)
    /// Written by a later version of DeskTap.
    case unknownVersion(UInt8)
    case notBase64URL
}

extension TagCertificateError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .wrongLength(let length): "A tag's certificate has \(TagCertificate.payloadLength) bytes; this one has \(length)."
        case .unknownVersion(let version): "The tag's certificate has version \(version); this DeskTap supports version 1."
        case .notBase64URL: "The tag's certificate is not base64url without padding."
        }
    }
}
