import Attendance
import Foundation

/// A tap as JSON in the request `POST /api/taps`.
struct TapItem: Encodable {
    struct BadgeItem: Encodable {
        var kind: String
        var uid: String
    }

    struct TagItem: Encodable {
        var uid: String
        var certificate: String?
        var counter: String?
        var mac: String?
    }

    var id: String
    var type = "tap"
    var user: String?
    var badge: BadgeItem?
    var kind: String
    var at: String
    var desk: String?
    var office: String?
    var tag: TagItem?

    init(_ tap: QueuedTap) {
        id = tap.id.uuidString.lowercased()
        user = tap.person.user
        badge = tap.person.badge.map { BadgeItem(kind: $0.kind.rawValue, uid: $0.uid.description) }
        kind = tap.kind.rawValue
        at = tap.at
        desk = tap.desk?.description
        office = tap.office
        tag = tap.proof.map { tag in
            TagItem(
                uid: tag.uid.description, certificate: tag.certificate.map { Data($0).base64URL },
                counter: tag.signature?.texts.counter, mac: tag.signature?.texts.mac)
        }
    }
}
