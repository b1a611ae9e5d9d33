import Attendance
import FoundationEssentials

/// A record's content as the ledger commits to it.
struct LedgerRecord: Equatable {
    /// What a record says of who and when. People and offices are numbers of ours: names may be erased.
    struct TimePart: Equatable {
        var person: Int64
        var kind: String
        var at: Instant
        var atSent: String
        var office: Int64
        var quarantine: String?
        var client: String?
    }

    /// What it says of where.
    struct PlacePart: Equatable {
        var desk: String?
        var deskSent: String?
        var reader: Int64?
    }

    var type: String
    var id: UUID
    var receivedAt: Instant
    var time: TimePart
    var place: PlacePart?

    var timeBytes: CanonicalBytes {
        var bytes = CanonicalBytes("desktap time 1")
        bytes.add(type)
        bytes.add(id)
        bytes.add(receivedAt.millisecondsSince1970)
        bytes.add(time.person)
        bytes.add(time.kind)
        bytes.add(time.at.millisecondsSince1970)
        bytes.add(time.atSent)
        bytes.add(time.office)
        bytes.add(time.quarantine)
        bytes.add(time.client)
        return bytes
    }

    var placeBytes: CanonicalBytes? {
        guard let place else { return nil }
        var bytes = CanonicalBytes("desktap place 1")
        bytes.add(id)
        bytes.add(place.desk)
        bytes.add(place.deskSent)
        bytes.add(place.reader)
        return bytes
    }
}
