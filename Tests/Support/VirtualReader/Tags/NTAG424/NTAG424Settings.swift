/// The settings of a file of an NTAG 424 DNA, as ChangeFileSettings sets them. NT4H2421Gx 10.7.1 and 10.7.2.
struct NTAG424Settings {
    /// Nibbles: 0 to 4 a key, E free, F denied.
    struct Rights {
        var read, write, readWrite, change: UInt8

        init(_ low: UInt8, _ high: UInt8) {
            (read, write, readWrite, change) = (high >> 4, high & 0x0F, low >> 4, low & 0x0F)
        }

        var bytes: [UInt8] { [readWrite << 4 | change, read << 4 | write] }
    }

    struct Mirror {
        var options: UInt8
        /// Nibbles, as in ``Rights``. ``meta``: E = UID and counter in clear; a key: as PICCData.
        var counterRight, meta, file: UInt8
        var uidOffset, counterOffset, piccOffset, macInputOffset, encryptionOffset, encryptionLength, macOffset, limit: Int?

        var mirrorsUID: Bool { options & 0x80 != 0 }
        var mirrorsCounter: Bool { options & 0x40 != 0 }
    }

    /// 0 plain, 1 MAC, 3 encrypted.
    var mode: UInt8
    var rights: Rights
    var mirror: Mirror?

    static func free() -> NTAG424Settings { NTAG424Settings(mode: 0, rights: Rights(0xE0, 0xEE), mirror: nil) }

    init(mode: UInt8, rights: Rights, mirror: Mirror?) { (self.mode, self.rights, self.mirror) = (mode, rights, mirror) }

    /// - Parameter size: of the file.
    /// - Returns: nil for settings that the chip refuses.
    init?(_ bytes: [UInt8], size: Int) {
        guard bytes.count >= 3, bytes[0] & 0xBC == 0 else { return nil }
        mode = bytes[0] & 0x03
        rights = Rights(bytes[1], bytes[2])
        var rest = bytes.dropFirst(3)
        guard bytes[0] & 0x40 != 0 else {
            guard rest.isEmpty else { return nil }
            return
        }
        guard rest.count >= 3 else { return nil }
        let (options, low, high) = (rest.removeFirst(), rest.removeFirst(), rest.removeFirst())
        guard options & 0x0F == 0x01, low >> 4 == 0x0F else { return nil }
        var mirror = Mirror(options: options, counterRight: low & 0x0F, meta: high >> 4, file: high & 0x0F)
        var isComplete = true
        func next() -> Int? {
            guard rest.count >= 3 else {
                isComplete = false
                return nil
            }
            return [0, 8, 16].reduce(0) { $0 | Int(rest.removeFirst()) << $1 }
        }
        if mirror.meta == 0x0E {
            if mirror.mirrorsUID { mirror.uidOffset = next() }
            if mirror.mirrorsCounter { mirror.counterOffset = next() }
        } else if mirror.meta <= 4 {
            mirror.piccOffset = next()
        }
        if mirror.file <= 4 {
            mirror.macInputOffset = next()
            if options & 0x10 != 0 { (mirror.encryptionOffset, mirror.encryptionLength) = (next(), next()) }
            mirror.macOffset = next()
        }
        if options & 0x20 != 0 { mirror.limit = next() }
        guard isComplete, rest.isEmpty, mirror.fits(size) else { return nil }
        self.mirror = mirror
    }
}

extension NTAG424Settings.Mirror {
    /// The places that are overwritten lie in the file and do not overlap, and the MAC follows its input.
    fileprivate func fits(_ size: Int) -> Bool {
        var places: [Range<Int>] = []
        func add(_ offset: Int?, _ count: Int) { if let offset { places.append(offset..<offset + count) } }
        add(uidOffset, 14)
        add(counterOffset, 6)
        add(piccOffset, 32)
        add(macOffset, 16)
        if let length = encryptionLength, length < 32 || !length.isMultiple(of: 32) { return false }
        add(encryptionOffset, encryptionLength ?? 0)
        places.sort { $0.lowerBound < $1.lowerBound }
        guard zip(places, places.dropFirst()).allSatisfy({ $0.upperBound <= $1.lowerBound }) else { return false }
        guard places.allSatisfy({ $0.upperBound <= size }) else { return false }
        guard let macInputOffset, let macOffset else { return true }
        return macInputOffset <= macOffset && macInputOffset <= encryptionOffset ?? macInputOffset
    }
}
