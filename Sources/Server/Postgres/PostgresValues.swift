package import FoundationEssentials

/// The type of a PostgreSQL value, by its object identifier (`pg_type.oid`, fixed for built-in types).
package struct PostgresType: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    static let bool = PostgresType(rawValue: 16)
    static let bytea = PostgresType(rawValue: 17)
    static let int8 = PostgresType(rawValue: 20)
    static let int2 = PostgresType(rawValue: 21)
    static let int4 = PostgresType(rawValue: 23)
    static let text = PostgresType(rawValue: 25)
    static let float8 = PostgresType(rawValue: 701)
    static let int8Array = PostgresType(rawValue: 1016)
    static let timestamptz = PostgresType(rawValue: 1184)
    static let uuid = PostgresType(rawValue: 2950)

    /// json, xml, "char", name, text, unknown, bpchar, varchar. Types that a database defines itself (enumerations, citext)
    /// have identifiers from 16384.
    private static let textual: Set<UInt32> = [114, 142, 18, 19, 25, 705, 1042, 1043]
    var isTextual: Bool { rawValue >= 16384 || Self.textual.contains(rawValue) }
}

/// A parameter value. The server must expect exactly this type: write `$1::bigint[]` in the statement if the server cannot
/// infer it.
package protocol PostgresEncodable: Sendable {
    /// The type; also the element type in an array's header.
    static var postgresType: PostgresType { get }
    func encode(into bytes: inout [UInt8])
    /// Whether this is SQL null. Then ``encode(into:)`` is not called.
    var isNull: Bool { get }
}

extension PostgresEncodable {
    package var isNull: Bool { false }
}

/// A value that can be decoded from a column in binary format.
package protocol PostgresDecodable {
    /// - Returns: nil if the column's type or the bytes do not match.
    init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType)
}

extension FixedWidthInteger {
    func appendBigEndian(to bytes: inout [UInt8]) {
        withUnsafeBytes(of: bigEndian) { bytes.append(contentsOf: $0) }
    }

    init?(bigEndian bytes: UnsafeRawBufferPointer) {
        guard bytes.count == MemoryLayout<Self>.size else { return nil }
        self = Self(bigEndian: bytes.loadUnaligned(as: Self.self))
    }
}

extension Bool: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .bool }
    package func encode(into bytes: inout [UInt8]) { bytes.append(self ? 1 : 0) }
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .bool, bytes.count == 1 else { return nil }
        self = bytes[0] != 0
    }
}

extension Int16: PostgresEncodable {
    package static var postgresType: PostgresType { .int2 }
    package func encode(into bytes: inout [UInt8]) { appendBigEndian(to: &bytes) }
}

extension Int32: PostgresEncodable {
    package static var postgresType: PostgresType { .int4 }
    package func encode(into bytes: inout [UInt8]) { appendBigEndian(to: &bytes) }
}

extension Int64: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .int8 }
    package func encode(into bytes: inout [UInt8]) { appendBigEndian(to: &bytes) }
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        let value: Int64? =
            switch type {
            case .int8: Int64(bigEndian: bytes)
            case .int4: Int32(bigEndian: bytes).map(Int64.init)
            case .int2: Int16(bigEndian: bytes).map(Int64.init)
            default: nil
            }
        guard let value else { return nil }
        self = value
    }
}

extension Double: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .float8 }
    package func encode(into bytes: inout [UInt8]) { bitPattern.appendBigEndian(to: &bytes) }
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .float8, let pattern = UInt64(bigEndian: bytes) else { return nil }
        self = Double(bitPattern: pattern)
    }
}

extension String: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .text }
    package func encode(into bytes: inout [UInt8]) { bytes.append(contentsOf: utf8) }
    /// Decodes every type whose binary format is its text.
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type.isTextual else { return nil }
        if bytes.contains(where: { $0 >= 0x80 }) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            // Most texts are ASCII and need no validation.
            self.init(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
        }
    }
}

extension UUID: PostgresEncodable, PostgresDecodable {
    package static var postgresType: PostgresType { .uuid }
    package func encode(into bytes: inout [UInt8]) { withUnsafeBytes(of: uuid) { bytes.append(contentsOf: $0) } }
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .uuid, bytes.count == 16 else { return nil }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}

/// `bytea`.
package struct PostgresBytes: PostgresEncodable, PostgresDecodable, Hashable {
    package let bytes: [UInt8]
    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }
    package static var postgresType: PostgresType { .bytea }
    package func encode(into buffer: inout [UInt8]) { buffer.append(contentsOf: bytes) }
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .bytea else { return nil }
        self.bytes = Array(bytes)
    }
}

/// `timestamptz`: microseconds since 1970-01-01T00:00:00Z.
package struct PostgresTimestamp: PostgresEncodable, PostgresDecodable, Hashable {
    package let microseconds: Int64
    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// PostgreSQL counts from 2000-01-01T00:00:00Z.
    private static let epoch: Int64 = 946_684_800_000_000

    package static var postgresType: PostgresType { .timestamptz }
    package func encode(into bytes: inout [UInt8]) {
        // The smallest number would mean -infinity; the next one makes the server report "out of range".
        let (difference, overflow) = microseconds.subtractingReportingOverflow(Self.epoch)
        (overflow || difference == .min ? .min + 1 : difference).appendBigEndian(to: &bytes)
    }
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        guard type == .timestamptz, let value = Int64(bigEndian: bytes) else { return nil }
        // The ends of the range mean -infinity and infinity, which are no instants.
        let (sum, overflow) = value.addingReportingOverflow(Self.epoch)
        guard !overflow, value != .min else { return nil }
        microseconds = sum
    }
}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    package static var postgresType: PostgresType { Wrapped.postgresType }
    package func encode(into bytes: inout [UInt8]) { self?.encode(into: &bytes) }
    package var isNull: Bool { self == nil }
}

/// Arrays of one dimension; nil elements are SQL null.
extension Array: PostgresEncodable where Element: PostgresEncodable {
    package static var postgresType: PostgresType { Element.postgresType }
    package func encode(into bytes: inout [UInt8]) {
        // array_recv in PostgreSQL's arrayfuncs.c: dimensions, null flag, element type, length, lower bound, elements.
        Int32(isEmpty ? 0 : 1).appendBigEndian(to: &bytes)
        Int32(1).appendBigEndian(to: &bytes)
        Element.postgresType.rawValue.appendBigEndian(to: &bytes)
        if isEmpty { return }
        Int32(count).appendBigEndian(to: &bytes)
        Int32(1).appendBigEndian(to: &bytes)
        for element in self {
            if element.isNull {
                Int32(-1).appendBigEndian(to: &bytes)
                continue
            }
            let lengthAt = bytes.count
            Int32(0).appendBigEndian(to: &bytes)
            element.encode(into: &bytes)
            let length = UInt32(bytes.count - lengthAt - 4)
            bytes.withUnsafeMutableBytes { $0.storeBytes(of: length.bigEndian, toByteOffset: lengthAt, as: UInt32.self) }
        }
    }
}

/// `bigint[]` of one dimension without nulls.
extension Array: PostgresDecodable where Element: PostgresDecodable {
    package init?(postgres bytes: UnsafeRawBufferPointer, type: PostgresType) {
        var offset = 0
        func next(_ count: Int) -> UnsafeRawBufferPointer? {
            guard count >= 0, count <= bytes.count - offset else { return nil }
            defer { offset += count }
            return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
        }
        func number() -> Int? {
            guard let four = next(4), let number = Int32(bigEndian: four) else { return nil }
            return Int(number)
        }
        // array_send in PostgreSQL's arrayfuncs.c: as array_recv.
        guard type == .int8Array, let dimensions = number(), number() == 0, number() == Int(PostgresType.int8.rawValue) else {
            return nil
        }
        self.init()
        if dimensions == 0 { return }
        guard dimensions == 1, let count = number(), count >= 0, number() != nil else { return nil }
        for _ in 0..<count {
            guard let length = number(), let element = next(length), let value = Element(postgres: element, type: .int8)
            else { return nil }
            append(value)
        }
    }
}
