/// An NTAG 424 DNA: a Type 4 tag that signs its address at each reading. Written from the data sheet (NT4H2421Gx rev. 3.0).
///
/// Its random numbers come from a counter, so that a test can be repeated.
package struct NTAG424Chip: ContactlessTag {
    package let uid: [UInt8]
    package let technology = Technology.type4
    package let historicalBytes: [UInt8] = [0x80]
    /// The address file as it is stored, without what the chip writes into it while it is read.
    package internal(set) var memory: [UInt8]
    package private(set) var bytesRead: Set<Int> = []

    struct Key {
        var bytes = ChipCipher.zeros
        var version: UInt8 = 0
        /// Failed authentications: in a row, and in all minus ten for each success.
        var inRow = 0
        var failures = 0
    }

    /// The longest row of failures without a delay, and the number of failures after which the key can never be used again.
    /// NT4H2421Gx, chapter 9 and table 50; AN12196 7.4.
    static let limits = (row: 50, all: 1_000)
    /// The number of attempts that a delay lasts. It begins again when the power was off.
    static let delay = 5

    package static let keyCount = 5
    var keys = Array(repeating: Key(), count: keyCount)
    var settings = NTAG424Settings.free()
    /// SDMReadCtr.
    package internal(set) var counter = 0
    /// Whether the file was read since the last other command. Further reads are of the same reading.
    private var isReading = false
    private var content: [UInt8] = []
    private var selection = Type4Selection()
    var authentication: Authentication?
    var session: Session?
    var delayLeft = delay
    /// What an NTAG 424 DNA TagTamper says of its wire; nil: the chip has none.
    package var tamperStatus: [UInt8]?
    /// The frames of GetVersion that were not asked for yet.
    var versionFrames: [[UInt8]] = []
    private var randomCount: UInt64

    /// The most bytes of one command.
    private static let (longestRead, longestWrite) = (256, 255)
    /// The address file with 256 bytes, and a proprietary file.
    private static let container: [UInt8] =
        [0x00, 0x17, 0x20, 0x01, 0x00, 0x00, 0xFF]
        + [0x04, 0x06, 0xE1, 0x04, 0x01, 0x00, 0x00, 0x00]
        + [0x05, 0x06, 0xE1, 0x05, 0x00, 0x80, 0x82, 0x83]

    /// - Parameters:
    ///   - uid: seven bytes.
    ///   - seed: of the random numbers.
    package init(uid: [UInt8], seed: UInt64 = 1) {
        self.uid = uid
        memory = Array(repeating: 0, count: 256)
        randomCount = seed
    }

    package mutating func powerUp() {
        selection = Type4Selection()
        isReading = false
        delayLeft = Self.delay
        endSession()
    }

    mutating func endSession() { (authentication, session, versionFrames) = (nil, nil, []) }

    /// Whether the chip writes into the address file while it is read.
    package var isMirroring: Bool { settings.mirror != nil }

    /// The value of a key, for tests that look into the chip.
    package func key(_ number: Int) -> (bytes: [UInt8], version: UInt8) { (keys[number].bytes, keys[number].version) }

    /// The number of failed authentications that count against a key.
    package func failures(ofKey number: Int) -> Int { keys[number].failures }

    package mutating func receive(_ command: [UInt8]) -> [UInt8]? {
        guard command.count >= 4 else { return StatusWord.wrongLength }
        if command[0] == 0x90 {
            isReading = false
            return selection.isApplicationSelected ? native(command) : StatusWord.notInThisState
        }
        guard command[0] == 0x00 else { return StatusWord.unknownClass }
        let offset = Int(command[2]) << 8 | Int(command[3])
        if command[1] != 0xB0 { isReading = false }
        switch command[1] {
        case 0xA4:
            if command[2] == 0x04 { endSession() }
            return selection.select(command)
        case 0xB0: return read(offset, command)
        case 0xD6: return write(offset, command)
        default: return [0x6D, 0x00]
        }
    }

    // MARK: ISO 7816-4 commands

    private mutating func read(_ offset: Int, _ command: [UInt8]) -> [UInt8] {
        guard let file = selection.file else { return StatusWord.notInThisState }
        guard command.count == 5 else { return StatusWord.wrongLength }
        let wanted = command[4] == 0 ? Self.longestRead : Int(command[4])
        var bytes = Self.container + Array(repeating: 0, count: 32 - Self.container.count)
        if file == Type4Selection.messageFile {
            // Not in a session: its commands are ReadData and WriteData.
            guard session == nil else { return [0x69, 0x82] }
            guard allows(settings.rights.read) || allows(settings.rights.readWrite) else { return [0x69, 0x82] }
            guard let seen = seen() else { return [0x69, 0x82] }
            bytes = seen
        }
        guard offset < bytes.count else { return StatusWord.pastTheEnd }
        let range = offset..<min(offset + wanted, bytes.count)
        if file == Type4Selection.messageFile { bytesRead.formUnion(range) }
        return bytes[range] + StatusWord.success
    }

    /// The address file as the reader sees it; nil if the counter has reached its limit. The first reading raises the counter.
    private mutating func seen() -> [UInt8]? {
        guard let mirror = settings.mirror else { return memory }
        if !isReading {
            guard counter < mirror.limit ?? 0xFF_FFFF else { return nil }
            isReading = true
            counter += 1
            content = NTAG424Mirror(settings: mirror, uid: uid, counter: counter, keys: keys.map(\.bytes))
                .content(of: memory, padding: random(5))
        }
        return content
    }

    private mutating func write(_ offset: Int, _ command: [UInt8]) -> [UInt8] {
        guard selection.file == Type4Selection.messageFile else { return StatusWord.notInThisState }
        guard command.count > 5, command.count == 5 + Int(command[4]) else { return StatusWord.wrongLength }
        guard session == nil else { return [0x69, 0x82] }
        guard allows(settings.rights.write) || allows(settings.rights.readWrite) else { return [0x69, 0x82] }
        guard offset + Int(command[4]) <= memory.count else { return StatusWord.pastTheEnd }
        memory.replaceSubrange(offset..<offset + Int(command[4]), with: command[5...])
        return StatusWord.success
    }

    /// - Parameter right: a key's number, E = free, F = denied.
    func allows(_ right: UInt8) -> Bool { right == 0x0E || right == session?.key }

    // MARK: Random numbers

    /// Not random at all, but different each time.
    mutating func random(_ count: Int) -> [UInt8] {
        randomCount += 1
        let number = withUnsafeBytes(of: randomCount.bigEndian, Array.init)
        return Array(ChipCipher(key: ChipCipher.zeros).forward(uid + [0xA5] + number).prefix(count))
    }

    /// Fills the address file from its beginning, as another writer would have.
    package mutating func fill(_ bytes: [UInt8]) { memory.replaceSubrange(..<bytes.count, with: bytes) }
}
