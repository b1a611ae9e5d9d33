/// How the address file of an NTAG 424 DNA is accessed, and what the tag writes into its address. NT4H2421Gx 10.7.1.
struct SDMFileSettings: Equatable {
    /// The number of the NDEF file.
    static let file: UInt8 = 0x02

    /// Who may use the file: the number of a key, everybody, or nobody.
    enum Right: Equatable {
        case key(UInt8)
        case everybody, nobody

        fileprivate var nibble: UInt8 {
            switch self {
            case .key(let number): number & 0x0F
            case .everybody: 0x0E
            case .nobody: 0x0F
            }
        }
    }

    /// Where the tag writes its fields. Offsets count from the start of the file, with its two bytes of length.
    struct Mirror: Equatable {
        enum Source: Equatable {
            /// In clear: 14 and 6 digits.
            case plain(uid: Int, counter: Int)
            /// PICCData, 32 digits, encrypted with a key.
            case encrypted(Int, key: UInt8)
        }

        var source: Source
        /// The number of the key that signs the address.
        var macKey: UInt8
        /// Where the MAC's input begins.
        var macInput: Int
        /// 16 digits.
        var mac: Int
    }

    var read = Right.everybody
    var write: Right
    var readWrite: Right
    /// Who may change these settings.
    var change: Right
    /// nil: the file is read as it is.
    var mirror: Mirror?

    /// As in a new tag: everybody may write.
    static let factory = SDMFileSettings(write: .everybody, readWrite: .everybody, change: .key(0))

    /// The data of ChangeFileSettings after the file's number. The file is read and written without encryption.
    var bytes: [UInt8] {
        let rights = [readWrite.nibble << 4 | change.nibble, read.nibble << 4 | write.nibble]
        guard let mirror else { return [0x00] + rights }
        let (metaRight, offsets): (Right, [Int]) =
            switch mirror.source {
            case .plain(let uid, let counter): (.everybody, [uid, counter])
            case .encrypted(let place, let key): (.key(key), [place])
            }
        // UID, counter, as ASCII digits. No key may ask for the counter.
        let options: [UInt8] = [0xC1, 0xF0 | Right.nobody.nibble, metaRight.nibble << 4 | mirror.macKey & 0x0F]
        return [0x40] + rights + options
            + (offsets + [mirror.macInput, mirror.mac]).flatMap { offset in
                [0, 8, 16].map { UInt8(truncatingIfNeeded: offset >> $0) }
            }
    }
}
