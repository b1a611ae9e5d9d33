import Attendance
import Crypto
import Postgres

/// A plan that is drawn behind desks. Whoever made one has found it harmless.
package struct FloorPicture: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable { case png = "image/png", jpeg = "image/jpeg", svg = "image/svg+xml" }

    package let kind: Kind
    package let bytes: [UInt8]
    /// In its own pixels or units.
    package let width, height: Int64

    /// Bytes of one at most.
    package static let largest = 10 << 20

    package init(kind: Kind, bytes: [UInt8], width: Int64, height: Int64) {
        self.kind = kind
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}
