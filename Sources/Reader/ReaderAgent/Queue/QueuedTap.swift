package import Attendance
import Foundation
package import FoundationEssentials

/// A tap in the queue on disk.
package struct QueuedTap: Sendable, Equatable {
    /// The position in the queue.
    package var number: Int64
    package var id: UUID
    package var person: TappingPerson
    package var kind: TapKind
    /// The time of the tap: RFC 3339 with milliseconds and the local offset at that instant.
    package var at: String
    package var desk: DeskID?
    package var office: String?
    /// The desk tag of the tap; nil for badges.
    package var proof: ReadTag?
    /// The reader's name in PC/SC.
    package var reader: String

    package init(
        number: Int64 = 0, id: UUID, person: TappingPerson, kind: TapKind, at: String, desk: DeskID?, office: String? = nil,
        proof: ReadTag? = nil, reader: String
    ) {
        self.number = number
        self.id = id
        self.person = person
        self.kind = kind
        self.at = at
        self.desk = desk
        self.office = office
        self.proof = proof
        self.reader = reader
    }
}

extension QueuedTap {
    /// The tap for the server. Only the server judges what was read.
    var report: TapReport {
        var report = TapReport(
            id: id.uuidString.lowercased(), user: person.user, kind: kind.rawValue, at: at, desk: desk?.description,
            office: office)
        report.badge = person.badge.map { TapReport.Badge(kind: $0.kind.rawValue, uid: $0.uid.description) }
        report.tag = proof.map { tag in
            let signature = tag.signature?.texts
            return TapReport.Tag(
                uid: tag.uid.description, certificate: tag.certificate.map { Data($0).base64URL },
                counter: signature?.counter, mac: signature?.mac)
        }
        return report
    }
}
