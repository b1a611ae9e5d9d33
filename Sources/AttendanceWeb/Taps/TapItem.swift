import Attendance
import AttendanceStore
import FoundationEssentials
import WebServer

/// A tap in a list, read leniently, so that one bad item fails alone: what is no text becomes one that no field can hold.
struct TapItem: Decodable {
    let report: TapReport
    let reading: Reading

    /// What a reader says it read for a tap.
    enum Reading: Sendable, Equatable {
        case nothing
        case tag(TagEvidence)
        /// In place of a user name.
        case badge(BadgeReading)
        /// A badge that became somebody's after it was tapped.
        case laterBadge
        /// What was sent as a badge is none.
        case noBadge

        var isBadge: Bool {
            switch self {
            case .badge, .laterBadge, .noBadge: true
            case .nothing, .tag: false
            }
        }
    }

    private enum Key: String, CodingKey { case id, type, user, kind, at, desk, office, tag, badge }
    private enum PartKey: String, CodingKey { case kind, uid, certificate }

    init(from decoder: any Decoder) throws {
        guard let item = try? decoder.container(keyedBy: Key.self) else {
            report = TapReport(id: nil, user: nil, kind: nil, at: nil, desk: nil)
            reading = .nothing
            return
        }
        report = TapReport(
            id: Self.text(.id, in: item), type: item.contains(.type) ? Self.text(.type, in: item) : "tap",
            user: Self.text(.user, in: item), kind: Self.text(.kind, in: item), at: Self.text(.at, in: item),
            desk: Self.text(.desk, in: item), office: Self.text(.office, in: item))
        if Self.has(.badge, item) {
            reading = Self.badge(try? item.nestedContainer(keyedBy: PartKey.self, forKey: .badge))
        } else if Self.has(.tag, item) {
            reading = .tag(Self.evidence(try? item.nestedContainer(keyedBy: PartKey.self, forKey: .tag)))
        } else {
            reading = .nothing
        }
    }

    private static func has<Key>(_ key: Key, _ container: KeyedDecodingContainer<Key>) -> Bool {
        container.contains(key) && (try? container.decodeNil(forKey: key)) != true
    }

    private static func text<Key>(_ key: Key, in container: KeyedDecodingContainer<Key>) -> String? {
        guard has(key, container) else { return nil }
        guard let text = try? container.decode(String.self, forKey: key) else { return "\u{1}" }
        // Longer than any field can be: what is cut off could not have made it right.
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
        else { return .noBadge }
        return .badge(BadgeReading(kind: kind, uid: uid))
    }
}
