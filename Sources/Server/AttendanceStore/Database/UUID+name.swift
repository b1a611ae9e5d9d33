import Crypto
import FoundationEssentials

extension UUID {
    /// A UUID derived from a name: version 8 (RFC 9562, 5.8), from the first 128 bits of its SHA-256.
    init(derivedFrom name: String) {
        var bytes = Array(SHA256.hash(data: Array(name.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
