extension NDEFRecord {
    /// A record of a media type, such as `text/vcard`. NFC Forum NDEF 1.0, 3.2.6; RFC 2046.
    /// - Throws: `NDEFError` if the type is longer than 255 bytes.
    package static func media(_ type: String, _ payload: [UInt8]) throws(NDEFError) -> NDEFRecord {
        try NDEFRecord(.media, type: Array(type.utf8), payload: payload)
    }

    /// A record of an external type, defined by the owner of `domain`. NFC Forum RTD 1.0, 3.4.
    /// - Throws: `NDEFError` if domain and name are longer than 254 bytes together.
    package static func external(_ domain: String, _ name: String, _ payload: [UInt8]) throws(NDEFError) -> NDEFRecord {
        try NDEFRecord(.external, type: Array("\(domain):\(name)".utf8), payload: payload)
    }

    /// An Android Application Record, which opens the application or its page in the store.
    /// - Throws: `NDEFError` if the name is longer than the maximum payload.
    package static func androidApplication(_ packageName: String) throws(NDEFError) -> NDEFRecord {
        try external("android.com", "pkg", Array(packageName.utf8))
    }

    /// True if the record has this external type. The comparison is case-insensitive (NFC Forum RTD 1.0, 3.4.1).
    package func isExternal(_ domain: String, _ name: String) -> Bool {
        typeNameFormat == .external
            && String(decoding: type, as: UTF8.self).lowercased() == "\(domain):\(name)".lowercased()
    }

    /// The package name of an Android Application Record; nil for other records.
    package var androidApplication: String? {
        isExternal("android.com", "pkg") ? String(validating: payload, as: UTF8.self) : nil
    }

    /// The address in the record: of type `U` or `Sp`, or an absolute URI as the type; nil if there is none.
    package var uri: String? {
        switch typeNameFormat {
        case .wellKnown:
            (try? URIRecord(self).uri) ?? (try? SmartPoster(self).uri.uri)
        case .absoluteURI:
            String(validating: type, as: UTF8.self).flatMap { try? URIRecord($0).uri }
        case .empty, .media, .external, .unknown:
            nil
        }
    }
}

extension NDEFMessage {
    /// The first valid address in the message; nil if there is none.
    package var firstURI: String? { records.lazy.compactMap(\.uri).first }
}
