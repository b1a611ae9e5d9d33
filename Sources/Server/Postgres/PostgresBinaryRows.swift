package import FoundationEssentials

/// Reads the rows of a `copy … to stdout (format binary)` field by field; decodes only the fields that the caller asks for
/// (PostgreSQL manual, COPY, "Binary Format").
package struct PostgresBinaryRows {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0
    private var fields: Int16 = 0

    private static let signature: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00]

    /// Lends the rows of one piece of a ``PostgresCopyOut``.
    /// - Parameter isFirst: whether the piece is the first of the COPY, which begins with a header.
    package static func reading<Value>(
        _ piece: [UInt8], isFirst: Bool, _ body: (inout PostgresBinaryRows) throws -> Value
    ) throws -> Value {
        try piece.withUnsafeBytes { bytes in
            var rows = PostgresBinaryRows(bytes: bytes)
            if isFirst { try rows.skipHeader() }
            return try body(&rows)
        }
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private mutating func skipHeader() throws(PostgresError) {
        let signature = try take(Self.signature.count)
        guard signature.elementsEqual(Self.signature), try number(UInt32.self) == 0 else { throw Self.malformed }
        let extensionLength = try number(Int32.self)
        _ = try take(Int(extensionLength))
    }

    /// Moves to the next row.
    /// - Returns: false at the end of the piece.
    /// - Throws: ``PostgresError/connectionLost(_:)`` if the data is malformed or fields of the current row were not read.
    package mutating func next() throws(PostgresError) -> Bool {
        guard fields == 0 else { throw Self.malformed }
        if position == bytes.count { return false }
        fields = try number(Int16.self)
        guard fields == -1 else { return true }
        // -1 is the trailer.
        fields = 0
        guard position == bytes.count else { throw Self.malformed }
        return false
    }

    /// The bytes of the next field; nil for SQL null.
    package mutating func field() throws(PostgresError) -> UnsafeRawBufferPointer? {
        guard fields > 0 else { throw Self.malformed }
        fields -= 1
        let length = try number(Int32.self)
        return length < 0 ? nil : try take(Int(length))
    }

    /// Reads a `bigint`.
    package mutating func int64() throws(PostgresError) -> Int64? {
        guard let field = try field() else { return nil }
        guard let value = Int64(bigEndian: field) else { throw Self.malformed }
        return value
    }

    /// Reads a value. The column must have the type ``PostgresEncodable/postgresType`` of `Value`.
    package mutating func value<Value: PostgresDecodable & PostgresEncodable>(
        _ type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
        guard let field = try field() else { return nil }
        guard let value = Value(postgres: field, type: Value.postgresType) else { throw Self.malformed }
        return value
    }

    // Not generic, for types that occur in millions of rows: the compiler does not specialise generic calls from other
    // modules.

    package mutating func text() throws(PostgresError) -> String? { try value() }
    package mutating func uuid() throws(PostgresError) -> UUID? { try value() }
    package mutating func timestamp() throws(PostgresError) -> PostgresTimestamp? { try value() }

    private mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) throws(PostgresError) -> Number {
        Number(bigEndian: try take(MemoryLayout<Number>.size).loadUnaligned(as: Number.self))
    }

    private mutating func take(_ count: Int) throws(PostgresError) -> UnsafeRawBufferPointer {
        guard count >= 0, count <= bytes.count - position else { throw Self.malformed }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }

    private static let malformed = PostgresError.connectionLost("the binary data of a COPY is malformed")
}
