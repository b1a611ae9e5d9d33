import Attendance
import FoundationEssentials
import WebServer

extension TapReport: Decodable {
    private enum Key: String, CodingKey { case id, type, user, kind, at, desk, office, tag, badge }
    private enum PartKey: String, CodingKey { case kind, uid, certificate }

    /// Reads an item of a list. Never throws, so that one bad item fails alone: a value that is no string becomes a text that is
    /// invalid in every field.
    package init(from decoder: any Decoder) throws {
        guard let item = try? decoder.container(keyedBy: Key.self) else {
            self.init(id: nil, user: nil, kind: nil, at: nil, desk: nil)
            return
        }
        self.init(
            id: Self.text(.id, in: item), type: item.contains(.type) ? Self.text(.type, in: item) : "tap",
            user: Self.text(.user, in: item), kind: Self.text(.kind, in: item), at: Self.text(.at, in: item),
            desk: Self.text(.desk, in: item), office: Self.text(.office, in: item))
        if Self.has(.badge, item) {
            reading = Self.badge(try? item.nestedContainer(keyedBy: PartKey.self, forKey: .badge))
        } else if Self.has(.tag, item) {
            reading = .tag(Self.evidence(try? item.nestedContainer(keyedBy: PartKey.self, forKey: .tag)))
        }
    }

    private static func has<Key>(_ key: Key, _ container: KeyedDecodingContainer<Key>) -> Bool {
        container.contains(key) && (try? container.decodeNil(forKey: key)) != true
    }

    private static func text<Key>(_ key: Key, in container: KeyedDecodingContainer<Key>) -> String? {
        guard has(key, container) else { return nil }
        guard let text = try? container.decode(String.self, forKey: key) else { return "\u{1}" }
        // No valid text is longer.
        return String(text.unicodeScalars.prefix(QueryParameters.maximumLength))
    }

    private static func evidence(_ part: KeyedDecodingContainer<PartKey>?) -> TagEvidence {
        guard let part else { return TagEvidence(uid: nil, certificate: .absent) }
        var certificate = TagEvidence.Certificate.absent
        if let text = text(.certificate, in: part) {
            certificate = (try? TagCertificate(base64URL: text)).map { .present($0) } ?? .malformed
        }
        return TagEvidence(uid: text(.uid, in: part).flatMap { UID(hex: $0) }, certificate: certificate)
    }

    private static func badge(_ part: KeyedDecodingContainer<PartKey>?) -> Reading {
        guard let part, let kind = text(.kind, in: part).flatMap(BadgeKind.init),
            let uid = text(.uid, in: part).flatMap({ UID(hex: $0) })
        else { return .malformedBadge }
        return .badge(BadgeReading(kind: kind, uid: uid))
    }
}
