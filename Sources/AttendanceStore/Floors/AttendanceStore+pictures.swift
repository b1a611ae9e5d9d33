package import Attendance
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

extension AttendanceStore {
    /// How long an uploaded picture that stands behind no floor and no draft is kept, in seconds: an editor that is open may
    /// still come back to it.
    package static let pictureLifetime: Int64 = 24 * 3600

    /// Keeps a picture, and forgets those that are behind nothing any more.
    /// - Returns: the hash by which it is found, in hexadecimal digits.
    package func keep(_ picture: FloorPicture, now: Instant) async throws -> String {
        let hash = Array(SHA256.hash(data: picture.bytes))
        try await pool.withTransaction { connection in
            try await connection.query(
                "Floors/forget_pictures", PostgresTimestamp(now.adding(seconds: -Self.pictureLifetime)))
            try await connection.query(
                "Floors/insert_picture", PostgresBytes(hash), picture.kind.rawValue, PostgresBytes(picture.bytes),
                Int32(clamping: picture.width), Int32(clamping: picture.height), PostgresTimestamp(now))
        }
        return hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// - Parameter hash: in hexadecimal digits.
    /// - Returns: nil where there is none, or that is no hash.
    package func picture(_ hash: String) async throws -> FloorPicture? {
        var (bytes, digits) = ([UInt8](), Substring(hash))
        while let byte = UInt8(digits.prefix(2), radix: 16), bytes.count <= 32 {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        guard bytes.count == 32, digits.isEmpty else { return nil }
        return try await pool.query("Floors/picture", PostgresBytes(bytes)).first.map { row in
            FloorPicture(
                kind: try row.choice(0), bytes: try row.get(1, as: PostgresBytes.self).bytes, width: try row.get(2),
                height: try row.get(3))
        }
    }
}
