import Attendance
import Crypto
import FoundationEssentials

/// The canonical encoding of a record's content: a label with a version, then each field after its length (four bytes,
/// big-endian; FFFFFFFF: no value). It does not depend on a locale or a library.
struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    /// - Parameter label: names the layout. Each layout has its own label.
    init(_ label: String) {
        // Long enough for a tap.
        bytes.reserveCapacity(256)
        add(label)
    }

    mutating func add(_ text: String?) {
        guard let text else { return addNoValue() }
        appendLength(UInt32(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ number: Int64?) {
        guard let number else { return addNoValue() }
        withUnsafeBytes(of: number.bigEndian) { add(raw: $0) }
    }

    mutating func add<Noun>(_ id: Identifier<Noun>?) { add(id?.rawValue) }

    mutating func add(_ id: UUID) { withUnsafeBytes(of: id.uuid) { add(raw: $0) } }

    mutating func add(bytes field: [UInt8]?) {
        guard let field else { return addNoValue() }
        field.withUnsafeBytes { add(raw: $0) }
    }

    private mutating func add(raw field: UnsafeRawBufferPointer) {
        appendLength(UInt32(field.count))
        bytes.append(contentsOf: field)
    }

    private mutating func addNoValue() { appendLength(.max) }

    private mutating func appendLength(_ length: UInt32) {
        withUnsafeBytes(of: length.bigEndian) { bytes.append(contentsOf: $0) }
    }

    var hash: [UInt8] { Array(SHA256.hash(data: bytes)) }

    /// SHA-256 over salt and content. The salt prevents guessing the content from the hash.
    func commitment(salt: [UInt8]) -> [UInt8] {
        var hasher = SHA256()
        hasher.update(data: salt)
        hasher.update(data: bytes)
        return Array(hasher.finalize())
    }
}
