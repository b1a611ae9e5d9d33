package import Attendance
import Foundation

/// What a desk tag's address says, such as `https://desk.example.com/t?event=start&desk=6F-A3`. Each field may be named by its
/// first letter alone. The word for phones (`k`) means nothing here: a reader has a key.
package struct TagAddress: Sendable, Equatable {
    package let kind: TapKind
    package let desk: DeskID?
    /// The office's name, where the tag says it.
    package let office: String?

    /// - Parameter hosts: the hosts in lower case whose tags are ours; a tag of another server means nothing here.
    package init(_ text: String, hosts: Set<String>) throws(TagAddressError) {
        guard var address = URLComponents(string: text), let scheme = address.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = address.host?.lowercased(), !host.isEmpty
        else { throw .notAWebAddress(text) }
        guard hosts.contains(host) else { throw .otherServer(host: host, ours: hosts.sorted().joined(separator: ", ")) }
        guard address.percentEncodedPath == "/t" else { throw .otherPath(address.percentEncodedPath) }
        // A plus sign is a space, as the server reads it.
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

    /// The address as a provisioned tag holds it: with the tag's own word in place of any other, and its fields named by their
    /// first letters. So most addresses leave room for a certificate on an NTAG213.
    /// - Parameter word: nil leaves it out.
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
        // Not UTF-8: a value that cannot be read is there all the same.
        guard let value = encoded.removingPercentEncoding else { throw .valueMalformed(name, encoded) }
        return value
    }
}

/// Why a tag's address makes no tap.
package enum TagAddressError: Error, Sendable, Equatable {
    case notAWebAddress(String)
    case otherServer(host: String, ours: String)
    /// Only `/t` makes a tap.
    case otherPath(String)
    case eventMissing
    case eventUnknown(String)
    case deskMissing
    case deskMalformed(String)
    case repeated(String)
    /// The value is no UTF-8.
    case valueMalformed(String, String)
}

extension TagAddressError: CustomStringConvertible {
    /// A sentence for the person who laid the tag on the reader.
    package var description: String {
        switch self {
        case .notAWebAddress(let text): "The tag holds '\(Self.shown(text))', which is no web address. Please use a desk tag."
        case .otherServer(let host, let ours):
            "The tag belongs to the server '\(Self.shown(host))'; this reader serves \(ours). If that is right, add it with --tag-hosts."
        case .otherPath(let path):
            "The tag's address leads to '\(Self.shown(path))', which is no desk tag's. Please use a desk tag."
        case .eventMissing: "The tag's address says no event. Please ask for a new tag."
        case .eventUnknown(let event):
            "The tag says '\(Self.shown(event))', which is none of start, pause and end. Please ask for a new tag."
        case .deskMissing: "The tag says start and names no desk. Please ask for a new tag."
        case .deskMalformed(let desk): "The tag names '\(Self.shown(desk))', which is no desk. Please ask for a new tag."
        case .valueMalformed(let name, let value):
            "The tag names '\(Self.shown(value))', which is no \(name). Please ask for a new tag."
        case .repeated(let name): "The tag's address says '\(name)' twice. Please ask for a new tag."
        }
    }

    /// What a tag says may be anything, and as long as the tag.
    private static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(80))).printable
    }
}
