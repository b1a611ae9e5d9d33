import Attendance
import Crypto
import Postgres

/// A background picture of a floor. The caller must have validated the bytes, because an SVG can contain scripts.
package struct FloorPicture: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable { case png = "image/png", jpeg = "image/jpeg", svg = "image/svg+xml" }

    package let kind: Kind
    package let bytes: [UInt8]
    /// In pixels, or in the units of an SVG.
    package let width, height: Int64

    /// The migration of the floors and `ConnectionLimits.body` (WebServer) limit the size, too.
    package static let maximumBytes = 10 << 20

    package init(kind: Kind, bytes: [UInt8], width: Int64, height: Int64) {
        self.kind = kind
        self.bytes = bytes
        self.width = width
        self.height = height
    }
}
