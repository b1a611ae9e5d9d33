/// The NFC Forum's record for an address, type `U`. NFC Forum URI RTD 1.0.
package struct URIRecord: Equatable, Hashable, Sendable {
    package enum Malformation: Error, Equatable, Sendable {
        /// Not a well-known record of type `U`.
        case otherType
        /// The octet with the abbreviation code is missing.
        case noCode
        /// The part after the abbreviation code is not UTF-8.
        case notUTF8
        /// The address contains a control character, which URIs do not allow (RFC 3986).
        case controlCharacter
    }

    /// The complete address, with its abbreviation expanded.
    package let uri: String

    package init(_ uri: String) throws(Malformation) {
        guard !uri.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .controlCharacter
        }
        self.uri = uri
    }

    /// - Parameter payload: the abbreviation code, then the rest of the address in UTF-8 (3.2.2). An unknown code stands for
    ///   no prefix, as the specification requires.
    /// - Throws: ``Malformation``.
    package init(payload: [UInt8]) throws(Malformation) {
        guard let code = payload.first else { throw .noCode }
        guard let rest = String(validating: payload.dropFirst(), as: UTF8.self) else { throw .notUTF8 }
        let prefix = Int(code) < Self.prefixes.count ? Self.prefixes[Int(code)] : ""
        try self.init(prefix + rest)
    }

    package init(_ record: NDEFRecord) throws(Malformation) {
        guard record.isWellKnown("U") else { throw .otherType }
        try self.init(payload: record.payload)
    }

    /// The shortest payload: it uses the longest matching abbreviation.
    package var payload: [UInt8] {
        let matching = Self.prefixes.indices.filter { uri.utf8.starts(with: Self.prefixes[$0].utf8) }
        let code = matching.max { Self.prefixes[$0].utf8.count < Self.prefixes[$1].utf8.count } ?? 0
        return [UInt8(code)] + uri.utf8.dropFirst(Self.prefixes[code].utf8.count)
    }

    package var record: NDEFRecord { NDEFRecord(unchecked: .wellKnown, type: Array("U".utf8), payload: payload) }

    /// The abbreviations, indexed by code 0x00 to 0x23. NFC Forum URI RTD 1.0, table 3.
    static let prefixes = [
        "", "http://www.", "https://www.", "http://", "https://", "tel:", "mailto:",
        "ftp://anonymous:anonymous@", "ftp://ftp.", "ftps://", "sftp://", "smb://", "nfs://", "ftp://", "dav://", "news:",
        "telnet://", "imap:", "rtsp://", "urn:", "pop:", "sip:", "sips:", "tftp:", "btspp://", "btl2cap://", "btgoep://",
        "tcpobex://", "irdaobex://", "file://", "urn:epc:id:", "urn:epc:tag:", "urn:epc:pat:", "urn:epc:raw:", "urn:epc:",
        "urn:nfc:",
    ]
}
