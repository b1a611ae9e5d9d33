extension NDEFRecord {
    /// A record of a media type, such as `text/vcard`. NFC Forum NDEF 1.0, 3.2.6; RFC 2046.
    /// - Throws: `NDEFError` when the type is longer than 255 bytes.
    package static func media(_ type: String, _ payload: [UInt8]) throws(NDEFError) -> NDEFRecord {
        try NDEFRecord(.media, type: Array(type.utf8), payload: payload)
    }

    /// A record of a type that the owner of `domain` defines. NFC Forum RTD 1.0, 3.4.
    /// - Throws: `NDEFError` when domain and name are longer than 254 bytes together.
    package static func external(_ domain: String, _ name: String, _ payload: [UInt8]) throws(NDEFError) -> NDEFRecord {
        try NDEFRecord(.external, type: Array("\(domain):\(name)".utf8), payload: payload)
    }

    /// Opens an Android application, or the shop's page about it: the Android Application Record.
    /// - Throws: `NDEFError` when the name is longer than a payload may be.
    package static func androidApplication(_ packageName: String) throws(NDEFError) -> NDEFRecord {
        try external("android.com", "pkg", Array(packageName.utf8))
    }

    /// Whether this is that external type; upper and lower case count the same (NFC Forum RTD 1.0, 3.4.1).
    package func isExternal(_ domain: String, _ name: String) -> Bool {
        typeNameFormat == .external
            && String(decoding: type, as: UTF8.self).lowercased() == "\(domain):\(name)".lowercased()
    }

    /// The package name of an Android Application Record.
    package var androidApplication: String? {
        isExternal("android.com", "pkg") ? String(validating: payload, as: UTF8.self) : nil
    }

    /// The address that the record carries, of whichever kind: `U`, `Sp`, or a type that is the address itself.
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
    /// The first address in the message, if it has a valid one.
    package var firstURI: String? { records.lazy.compactMap(\.uri).first }
}
