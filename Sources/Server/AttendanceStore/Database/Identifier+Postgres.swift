package import Attendance
package import Postgres

extension Identifier: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { Int64.postgresType }
    package func encode(into bytes: inout [UInt8]) { rawValue.encode(into: &bytes) }
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard let number = Int64(postgres: bytes, type: type) else { return nil }
        self.init(number)
    }
}

extension PostgresBinaryRows {
    /// Reads a `bigint`.
    mutating func id<Noun>() throws(PostgresError) -> Identifier<Noun>? { try int64().map { Identifier($0) } }
}
