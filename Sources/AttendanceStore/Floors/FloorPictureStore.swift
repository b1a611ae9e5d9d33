package import Attendance
import Crypto
import Postgres

/// Pictures of floors, under their hash.
package struct FloorPictureStore: Sendable {
    /// How long an uploaded picture that stands behind no floor and no draft is kept, in seconds: an editor that is open may
    /// still come back to it.
    package static let pictureLifetime: Int64 = 24 * 3600

    let pool: PostgresPool

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
