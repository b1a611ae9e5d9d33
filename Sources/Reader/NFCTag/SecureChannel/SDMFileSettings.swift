/// How the address file of an NTAG 424 DNA is accessed, and what the tag writes into its address. NT4H2421Gx 10.7.1.
struct SDMFileSettings: Equatable {
    /// The number of the NDEF file.
    static let file: UInt8 = 0x02

    /// The condition of an access to the file.
    enum Right: Equatable {
        /// Only in a session with the key of this number.
        case key(UInt8)
        case free, denied

        fileprivate var nibble: UInt8 {
            switch self {
            case .key(let number): number & 0x0F
            case .free: 0x0E
            case .denied: 0x0F
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

    var read = Right.free
    var write: Right
    var readWrite: Right
    /// Who may change these settings.
    var change: Right
    /// nil: the file is read as it is.
    var mirror: Mirror?

    /// As in a new tag: anyone can write.
    static let factory = SDMFileSettings(write: .free, readWrite: .free, change: .key(0))

    /// The data of ChangeFileSettings after the file's number. The file is read and written without encryption.
    var bytes: [UInt8] {
        let rights = [readWrite.nibble << 4 | change.nibble, read.nibble << 4 | write.nibble]
        guard let mirror else { return [0x00] + rights }
        let (sourceRight, source): (Right, [Int]) =
            switch mirror.source {
            case .plain(let uid, let counter): (.free, [uid, counter])
            case .encrypted(let place, let key): (.key(key), [place])
            }
        // UID and counter, as ASCII digits. The counter cannot be asked for.
        let counterRights = 0xF0 | Right.denied.nibble
        let mirrorRights = sourceRight.nibble << 4 | Right.key(mirror.macKey).nibble
        let offsets = source + [mirror.macInput, mirror.mac]
        return [0x40] + rights + [0xC1, counterRights, mirrorRights]
            + offsets.flatMap { offset in [0, 8, 16].map { UInt8(truncatingIfNeeded: offset >> $0) } }
    }
}
