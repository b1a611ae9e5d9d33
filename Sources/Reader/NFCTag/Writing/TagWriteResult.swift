package import Attendance

/// The result of writing to a tag.
package struct TagWriteResult: Equatable, Sendable {
    package var uid: UID
    package var kind: TagKind
    /// The number of write commands; 0 if the tag already held everything.
    package var writes: Int
    /// The defect of the tag's capability container that could not be corrected.
    package var note: ContainerNote?

    package init(uid: UID, kind: TagKind, writes: Int) {
        self.uid = uid
        self.kind = kind
        self.writes = writes
    }
}
