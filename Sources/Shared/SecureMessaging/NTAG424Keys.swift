/// The five keys of one tag.
package struct NTAG424Keys: Sendable, Equatable {
    package static let count: UInt8 = 5
    /// Changes the tag's settings and keys.
    package static let applicationNumber: UInt8 = 0
    /// Signs the address.
    package static let fileNumber: UInt8 = 1

    /// By number.
    package let keys: [AESKey]
    /// The version that the tag states for each of these keys.
    package let version: UInt8

    /// - Parameter version: 1 to 255.
    /// - Returns: nil for another number of keys, or for version 0, which the factory keys have.
    package init?(_ keys: [AESKey], version: UInt8) {
        guard keys.count == Self.count, version != 0 else { return nil }
        self.init(keys: keys, version: version)
    }

    private init(keys: [AESKey], version: UInt8) { (self.keys, self.version) = (keys, version) }

    package static let factory = NTAG424Keys(keys: Array(repeating: .factory, count: Int(count)), version: 0)

    package subscript(number: UInt8) -> AESKey { keys[Int(number)] }

    package var file: AESKey { self[Self.fileNumber] }
}

/// All keys that a tag may have. The version that the tag states decides which it has, so that no known key is tried in vain: a tag
/// counts failed attempts.
package struct NTAG424KeyRing: Sendable, Equatable {
    /// The keys that the tag should have.
    package let current: NTAG424Keys
    /// Keys that the tag may have had before, except the factory keys.
    package let earlier: [NTAG424Keys]
    private let sets: [UInt8: NTAG424Keys]

    /// - Returns: nil if two different sets have the same version.
    package init?(_ current: NTAG424Keys, earlier: [NTAG424Keys]) {
        var sets = [NTAG424Keys.factory.version: NTAG424Keys.factory]
        for keys in [current] + earlier {
            guard sets.updateValue(keys, forKey: keys.version).map({ $0 == keys }) ?? true else { return nil }
        }
        (self.current, self.earlier, self.sets) = (current, earlier, sets)
    }

    package subscript(version: UInt8) -> NTAG424Keys? { sets[version] }
}
