package import Attendance

/// What is reported of a tag, with the event and desk of the tap.
package struct TagClaim: Sendable, Hashable {
    var evidence: TagEvidence
    var kind: TapKind
    var desk: DeskID?

    package init(_ evidence: TagEvidence, kind: TapKind, desk: DeskID?) {
        self.evidence = evidence
        self.kind = kind
        self.desk = desk
    }
}
