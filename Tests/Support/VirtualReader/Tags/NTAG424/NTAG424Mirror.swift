/// What an NTAG 424 DNA writes into its file while it is read. NT4H2421Gx 9.3.
struct NTAG424Mirror {
    let settings: NTAG424Settings.Mirror
    let uid: [UInt8]
    let counter: Int
    let keys: [[UInt8]]

    /// The file as a reader sees it.
    /// - Parameter padding: five random bytes.
    func content(of file: [UInt8], padding: [UInt8]) -> [UInt8] {
        var content = file
        func put(_ bytes: [UInt8], at offset: Int?) {
            guard let offset else { return }
            content.replaceSubrange(offset..<offset + bytes.count * 2, with: Self.ascii(bytes))
        }
        put(uid, at: settings.uidOffset)
        put(lowFirst.reversed(), at: settings.counterOffset)
        if let place = settings.piccOffset {
            put(ChipCipher(key: keys[Int(settings.meta)]).seal(identity(padding), from: ChipCipher.zeros), at: place)
        }
        guard settings.file <= 4, let place = settings.macOffset, let start = settings.macInputOffset else { return content }
        let fileKey = ChipCipher(key: keys[Int(settings.file)])
        if let offset = settings.encryptionOffset, let length = settings.encryptionLength {
            let cipher = fileKey.derived(label(0xC3, 0x3C))
            let vector = cipher.forward(lowFirst + ChipCipher.zeros.dropFirst(3))
            put(cipher.seal(Array(file[offset..<offset + length / 2]), from: vector), at: offset)
        }
        put(fileKey.derived(label(0x3C, 0xC3)).shortMAC(Array(content[start..<place])), at: place)
        return content
    }

    private var lowFirst: [UInt8] { [UInt8(counter & 0xFF), UInt8(counter >> 8 & 0xFF), UInt8(counter >> 16)] }

    /// The plaintext of PICCData.
    private func identity(_ padding: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [settings.options & 0xC0 | (settings.mirrorsUID ? UInt8(uid.count) : 0)]
        if settings.mirrorsUID { bytes += uid }
        if settings.mirrorsCounter { bytes += lowFirst }
        // A tag that leaves something out fills up with more random bytes.
        return bytes + (0..<16 - bytes.count).map { padding[$0 % padding.count] }
    }

    private func label(_ first: UInt8, _ second: UInt8) -> [UInt8] {
        let label =
            [first, second, 0x00, 0x01, 0x00, 0x80] + (settings.mirrorsUID ? uid : [])
            + (settings.mirrorsCounter ? lowFirst : [])
        return label + ChipCipher.zeros.prefix((16 - label.count % 16) % 16)
    }

    private static func ascii(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { [$0 >> 4, $0 & 0x0F] }.map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
    }
}
