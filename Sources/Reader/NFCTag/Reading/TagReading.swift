package import Attendance

/// The result of reading one tag.
package struct TagReading: Equatable, Sendable {
    package var uid: UID
    package var kind: TagKind
    package var content: TagContent
    package var access: TagAccess

    package init(uid: UID, kind: TagKind, content: TagContent, access: TagAccess) {
        self.uid = uid
        self.kind = kind
        self.content = content
        self.access = access
    }

    /// Why no message could be read; nil for a message and for an empty tag.
    package var problem: TagError? {
        switch content {
        case .message, .empty: nil
        // Only the UID of a badge is read.
        case .unformatted: access == .proprietary ? .noNDEF(kind) : .unformatted
        case .damaged(let damage):
            kind == .type3 || (kind == .type4 && damage.isOfContainer) ? .unrepairable(damage) : .damaged(damage)
        }
    }

    /// The first text record of the message; nil if there is none.
    package var text: TextRecord? { content.message?.records.lazy.compactMap { try? TextRecord($0) }.first }

    /// The first address of the message; nil if there is none.
    package var uri: String? { content.message?.firstURI }
}
