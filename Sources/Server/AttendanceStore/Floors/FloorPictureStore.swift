package import Attendance
import Crypto
import Postgres

/// Background pictures of floors, by hash.
package struct FloorPictureStore: Sendable {
    /// How long an uploaded picture is kept that no floor and no draft uses. An open editor may still save it.
    package static let pictureLifetime = Duration.seconds(24 * 3600)

    let pool: PostgresPool

    /// Stores a picture and deletes expired unused ones.
    /// - Returns: the picture's hash in hexadecimal digits.
    package func keep(_ picture: FloorPicture, now: Instant) async throws -> String {
        let hash = Array(SHA256.hash(data: picture.bytes))
        try await pool.withTransaction { connection in
            let before = PostgresTimestamp(now - Self.pictureLifetime)
            try await connection.query("Floors/forget_pictures", ["before": before])
            try await connection.query(
                "Floors/insert_picture",
                [
                    "hash": PostgresBytes(hash), "type": picture.kind.rawValue, "bytes": PostgresBytes(picture.bytes),
                    "width": Int32(clamping: picture.width), "height": Int32(clamping: picture.height),
                    "now": PostgresTimestamp(now),
                ])
        }
        return hash.hexadecimal.lowercased()
    }

    /// - Parameter hash: in hexadecimal digits.
    /// - Returns: nil if no picture has this hash, or `hash` is malformed.
    package func picture(_ hash: String) async throws -> FloorPicture? {
        guard hash.utf8.count == 64, let bytes = [UInt8](hexadecimal: hash) else { return nil }
        return try await pool.query("Floors/picture", ["hash": PostgresBytes(bytes)]).first.map { row in
            FloorPicture(
                kind: try row.choice("type"), bytes: try row.bytes("bytes"),
                width: try row.get("width"), height: try row.get("height"))
        }
    }
}
