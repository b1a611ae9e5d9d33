package import Attendance
import Foundation

/// The content of a desk tag's address, such as `https://desk.example.com/t?event=start&desk=6F-A3`. Each field name may be
/// abbreviated to its first letter. The tag's secret for phones (`k`) is ignored because a reader has a key.
package struct TagAddress: Sendable, Equatable {
    package let kind: TapKind
    package let desk: DeskID?
    /// The office's name; nil if the tag has none.
    package let office: String?

    /// - Parameter hosts: the hosts whose tags are accepted, in lower case.
    /// - Throws: ``TagAddressError``.
    package init(_ text: String, hosts: Set<String>) throws(TagAddressError) {
        guard var address = URLComponents(string: text), let scheme = address.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = address.host?.lowercased(), !host.isEmpty
        else { throw .notAWebAddress(text) }
        guard hosts.contains(host) else { throw .otherServer(host: host, ours: hosts.sorted().joined(separator: ", ")) }
        guard address.percentEncodedPath == "/t" else { throw .otherPath(address.percentEncodedPath) }
        // A plus sign is a space, as on the server.
        address.percentEncodedQuery = address.percentEncodedQuery?.replacing("+", with: "%20")
        let items = address.percentEncodedQueryItems ?? []
        guard let event = try Self.value("event", in: items) else { throw .eventMissing }
        guard let kind = TapKind(rawValue: event) else { throw .eventUnknown(event) }
        let name = try Self.value("desk", in: items) ?? ""
        if DeskID.isBlank(name) {
            guard kind != .start else { throw .deskMissing }
            desk = nil
        } else {
            guard let id = DeskID(name) else { throw .deskMalformed(name) }
            desk = id
        }
        let office = try Self.value("office", in: items)?.trimmingCharacters(in: .whitespaces) ?? ""
        self.office = office.isEmpty ? nil : office
        self.kind = kind
    }

    /// The address for a provisioned tag: with the tag's own secret instead of any other, and abbreviated field names, so
    /// that most addresses leave room for a certificate on an NTAG213.
    /// - Parameter word: the tag's secret; nil for an address without one.
    package static func address(_ text: String, with word: TagWord?) -> String {
        guard let question = text.firstIndex(of: "?") else { return text }
        var fields = text[text.index(after: question)...].split(separator: "&").filter { !$0.hasPrefix("k=") }.map(String.init)
        for name in ["event", "desk", "office"] {
            fields = fields.map { $0.hasPrefix(name + "=") ? "\(name.prefix(1))\($0.dropFirst(name.count))" : $0 }
        }
        if let word { fields.append("k=" + word.text) }
        return text[...question] + fields.joined(separator: "&")
    }

    /// The host of a web address, in lower case.
    static func host(of text: String) -> String? { URLComponents(string: text)?.host?.lowercased() }

    private static func value(_ name: String, in items: [URLQueryItem]) throws(TagAddressError) -> String? {
        let values = items.filter { item in
            let itsName = item.name.removingPercentEncoding
            return itsName == name || itsName == String(name.prefix(1))
        }
        guard values.count <= 1 else { throw .repeated(name) }
        guard let encoded = values.first?.value else { return nil }
        // A value that is not UTF-8 is invalid, not missing.
        guard let value = encoded.removingPercentEncoding else { throw .valueMalformed(name, encoded) }
        return value
    }
}

/// Why a tag's address is not accepted for a tap.
package enum TagAddressError: Error, Sendable, Equatable {
    case notAWebAddress(String)
    case otherServer(host: String, ours: String)
    /// The path is not `/t`.
    case otherPath(String)
    case eventMissing
    case eventUnknown(String)
    case deskMissing
    case deskMalformed(String)
    case repeated(String)
    /// The value is not UTF-8.
    case valueMalformed(String, String)
}

extension TagAddressError: CustomStringConvertible {
    /// A sentence for the person at the reader.
    package var description: String {
        switch self {
        case .notAWebAddress(let text): "The tag contains '\(Self.shown(text))', which is not a web address. Use a desk tag."
        case .otherServer(let host, let ours):
            "The tag belongs to the server '\(Self.shown(host))', but this reader uses \(ours). To accept it, add it to --tag-hosts."
        case .otherPath(let path):
            "The tag's address has the path '\(Self.shown(path))', so it is not a desk tag. Use a desk tag."
        case .eventMissing: "The tag's address has no event. Ask for a new tag."
        case .eventUnknown(let event):
            "The tag's event '\(Self.shown(event))' is not start, pause or end. Ask for a new tag."
        case .deskMissing: "The tag's event is start, but its address has no desk. Ask for a new tag."
        case .deskMalformed(let desk): "The tag's desk '\(Self.shown(desk))' is not a valid desk name. Ask for a new tag."
        case .valueMalformed(let name, let value):
            "The tag's \(name) '\(Self.shown(value))' is not valid UTF-8. Ask for a new tag."
        case .repeated(let name): "The tag's address has '\(name)' twice. Ask for a new tag."
        }
    }

    /// At most 80 characters, made printable: a tag may contain any text.
    private static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(80))).printable
    }
}
