import Attendance
import Crypto
import FoundationEssentials

/// The canonical encoding of a record's content: a label with a version, then each field after its length (four bytes,
/// big-endian; FFFFFFFF: no value). It does not depend on a locale or a library.
struct CanonicalBytes {
    private(set) var bytes: [UInt8] = []

    /// - Parameter label: names the layout. Each layout has its own label.
    init(_ label: String) { add(label) }

    mutating func add(_ text: String?) {
        add(bytes: text.map { Array($0.utf8) })
    }

    mutating func add(_ number: Int64?) {
        add(bytes: number.map { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } })
    }

    mutating func add<Noun>(_ id: Identifier<Noun>?) { add(id?.rawValue) }

    mutating func add(_ id: UUID?) {
        add(bytes: id.map { id in withUnsafeBytes(of: id.uuid) { Array($0) } })
    }

    mutating func add(bytes field: [UInt8]?) {
        let count = field.map { UInt32($0.count) } ?? .max
        withUnsafeBytes(of: count.bigEndian) { bytes.append(contentsOf: $0) }
        if let field { bytes.append(contentsOf: field) }
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
