import Glibc

/// Random salts of 32 bytes, eight of which are drawn at once: a system call for each would cost more than hashing.
struct Salts {
    private static let size = 32
    /// The largest number of bytes that `getentropy` gives.
    private static let drawn = 256

    private var bytes: ArraySlice<UInt8> = []

    mutating func next() -> [UInt8] {
        if bytes.isEmpty {
            bytes =
                Array(unsafeUninitializedCapacity: Self.drawn) { buffer, count in
                    precondition(getentropy(buffer.baseAddress, Self.drawn) == 0, "the system has no random bytes")
                    count = Self.drawn
                }[...]
        }
        defer { bytes = bytes.dropFirst(Self.size) }
        return Array(bytes.prefix(Self.size))
    }
}
