internal import CLibpq

/// The rows of one statement.
package final class PostgresResult: @unchecked Sendable {  // libpq never modifies a PGresult after it was returned
    private let result: OpaquePointer
    let query: PostgresQuery
    private let names: [String]

    init(owning result: OpaquePointer, of query: PostgresQuery) {
        self.result = result
        self.query = query
        names = (0..<PQnfields(result)).map { String(cString: PQfname(result, $0)) }
    }

    deinit { PQclear(result) }

    /// The number of rows that an INSERT, UPDATE or DELETE changed, or that a SELECT returned.
    package var affectedRows: Int { Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// The server's summary of the statement, such as `INSERT 0 1`.
    var commandTag: String { String(cString: PQcmdStatus(result)) }

    fileprivate var columns: Range<Int> { names.indices }

    fileprivate func column(_ name: String) -> Int? { names.firstIndex(of: name) }

    /// The bytes of a value in one of ``columns``, with their type; nil for SQL null.
    fileprivate func value(_ row: Int, _ column: Int) -> (bytes: UnsafeRawBufferPointer, type: PostgresType)? {
        let (row, column) = (Int32(row), Int32(column))
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
        // A statement that was not prepared returns text, whatever the column's type.
        return (bytes, PQfformat(result, column) == 1 ? PostgresType(rawValue: PQftype(result, column)) : .text)
    }
}

extension PostgresResult: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { Int(PQntuples(result)) }
    package subscript(row: Int) -> PostgresRow {
        precondition(indices.contains(row), "row out of range")
        return PostgresRow(result: self, row: row)
    }
}

/// One row of a result.
package struct PostgresRow: Sendable {
    fileprivate let result: PostgresResult
    fileprivate let row: Int

    /// The value in `column`, counted from 0.
    /// - Throws: ``PostgresError/unexpectedColumn(query:column:expected:)`` if it is null or of another type.
    package func get<Value: PostgresDecodable>(_ column: Int, as type: Value.Type = Value.self) throws -> Value {
        guard let value = try getIfPresent(column, as: type) else { throw unexpected(column, type) }
        return value
    }

    /// The value in `column`, or nil if it is null.
    package func getIfPresent<Value: PostgresDecodable>(_ column: Int, as type: Value.Type = Value.self) throws -> Value? {
        guard result.columns.contains(column) else { throw unexpected(column, type) }
        guard let (bytes, columnType) = result.value(row, column) else { return nil }
        guard let value = Value(postgres: bytes, type: columnType) else { throw unexpected(column, type) }
        return value
    }

    /// The value in the column of this name.
    /// - Throws: ``PostgresError/unknownColumn(query:name:)``, or
    ///   ``PostgresError/unexpectedColumn(query:column:expected:)``.
    package func get<Value: PostgresDecodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        try get(column(name), as: type)
    }

    /// The value in the column of this name, or nil if it is null.
    package func getIfPresent<Value: PostgresDecodable>(_ name: String, as type: Value.Type = Value.self) throws -> Value? {
        try getIfPresent(column(name), as: type)
    }

    /// The index of the first column of this name, counted from 0.
    package func column(_ name: String) throws(PostgresError) -> Int {
        guard let column = result.column(name) else {
            throw PostgresError.unknownColumn(query: result.query.name, name: name)
        }
        return column
    }

    private func unexpected(_ column: Int, _ type: Any.Type) -> PostgresError {
        .unexpectedColumn(query: result.query.name, column: column, expected: "\(type)")
    }
}
