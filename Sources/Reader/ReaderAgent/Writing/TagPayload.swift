import Foundation
package import NFCTag

/// Validated content for a tag: a web address, another URI, or a text.
package struct TagPayload: Sendable, Equatable {
    package let record: NDEFRecord
    package private(set) var uri: String?
    package private(set) var text: String?
    package private(set) var language: String?

    /// - Parameter address: an http or https address with a host.
    /// - Throws: ``TagPayloadError``.
    package init(webAddress address: String) throws(TagPayloadError) {
        guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
        else { throw .notAWebAddress(address) }
        try self.init(checked: address)
    }

    /// - Parameter uri: a URI with any scheme.
    /// - Throws: ``TagPayloadError``.
    package init(uri: String) throws(TagPayloadError) {
        let parts = uri.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].first?.isLetter == true,
            parts[0].utf8.allSatisfy({ Self.isSchemeOctet($0) })
        else { throw .notAURI(uri) }
        try self.init(checked: uri)
    }

    /// - Parameters:
    ///   - text: a text that is not empty.
    ///   - language: a language tag of RFC 5646, such as `en` or `ja`.
    /// - Throws: ``TagPayloadError``.
    package init(text: String, language: String) throws(TagPayloadError) {
        guard !text.isEmpty else { throw .emptyText }
        guard !language.isEmpty, language.utf8.allSatisfy({ Self.isSchemeOctet($0) }),
            let record = try? TextRecord(text, language: language)
        else { throw .language(language) }
        self.record = record.record
        self.text = text
        self.language = language
    }

    private init(checked uri: String) throws(TagPayloadError) {
        guard !uri.unicodeScalars.contains(where: Self.isForbidden) else { throw .forbiddenCharacter(uri) }
        guard let record = try? URIRecord(uri) else { throw .notAURI(uri) }
        self.record = record.record
        self.uri = uri
    }

    /// True for letters, digits, plus, hyphen and dot. RFC 3986, 3.1.
    private static func isSchemeOctet(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// True for spaces, invisible characters, and ASCII characters that URIs do not allow (RFC 3986, 2; RFC 3987, 2.2).
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator: true
        default: "\"<>\\^`{|}".unicodeScalars.contains(scalar)
        }
    }
}

/// Why content for a tag is invalid.
package enum TagPayloadError: Error, Sendable, Equatable {
    case notAWebAddress(String)
    case notAURI(String)
    case forbiddenCharacter(String)
    case emptyText
    case language(String)
}

extension TagPayloadError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notAWebAddress(let text):
            "This is not an http or https address with a host: '\(text.printable)'. For other content use --uri or --text."
        case .notAURI(let text): "This is not a URI: '\(text.printable)'."
        case .forbiddenCharacter(let text):
            "The address contains a character that addresses do not allow: '\(text.printable)'. Encode it as %XX."
        case .emptyText: "The text is empty. 'desktap-reader tag erase' empties a tag."
        case .language(let language): "This is not a language tag such as en or ja: '\(language.printable)'."
        }
    }
}
