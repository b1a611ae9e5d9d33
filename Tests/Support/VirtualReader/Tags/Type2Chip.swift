/// A Type 2 tag with the memory and commands of an NTAG21x or a MIFARE Ultralight. NXP NTAG213/215/216 data sheet, chapters
/// 8 and 10; MF0ICU1 data sheet.
package struct Type2Chip: ContactlessTag {
    package enum Model: String, Sendable, CaseIterable {
        case ultralight, ntag213, ntag215, ntag216

        var pages: Int {
            switch self {
            case .ultralight: 16
            case .ntag213: 45
            case .ntag215: 135
            case .ntag216: 231
            }
        }

        /// The size of the data area in units of 8 bytes, as in the capability container.
        var areaLength: UInt8 {
            switch self {
            case .ultralight: 0x06
            case .ntag213: 0x12
            case .ntag215: 0x3E
            case .ntag216: 0x6D
            }
        }

        /// The page with the lock bits of the pages from 16. Four configuration pages follow. A MIFARE Ultralight has
        /// neither.
        var dynamicLockPage: Int { self == .ultralight ? pages : pages - 5 }

        /// The storage size byte of GET_VERSION; nil if the chip does not support the command.
        var storageSize: UInt8? {
            switch self {
            case .ultralight: nil
            case .ntag213: 0x0F
            case .ntag215: 0x11
            case .ntag216: 0x13
            }
        }

        /// The number of pages per dynamic lock bit.
        var pagesPerLockBit: Int { self == .ntag213 ? 2 : 16 }
    }

    package let model: Model
    package let uid: [UInt8]
    package let technology = Technology.type2
    /// The name of MIFARE Ultralight, which readers also give to every NTAG.
    package var historicalBytes: [UInt8] { Self.storageCard(standard: 0x03, name: 0x0003) }
    package private(set) var memory: [UInt8]
    package private(set) var bytesRead: Set<Int> = []
    /// True after a refusal, until the chip is activated again.
    private var isHalted = false

    private static let acknowledged: [UInt8] = [0x0A]
    private static let refused: [UInt8] = [0x00]

    /// - Parameter uid: seven bytes. NXP's UIDs begin with 04.
    package init(_ model: Model, uid: [UInt8]) {
        precondition(uid.count == 7, "an NTAG has a UID of seven bytes")
        self.model = model
        self.uid = uid
        memory = [UInt8](repeating: 0, count: model.pages * 4)
        let firstCheck = 0x88 ^ uid[0] ^ uid[1] ^ uid[2]
        let secondCheck = uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        write(uid[..<3] + [firstCheck] + uid[3...] + [secondCheck, 0x48, 0, 0], at: 0)
        guard model != .ultralight else { return }
        write([0xE1, 0x10, model.areaLength, 0x00], at: 12)
        let delivered: [UInt8] =
            model == .ntag213 ? [0x01, 0x03, 0xA0, 0x0C, 0x34, 0x03, 0x00, 0xFE] : [0x03, 0x00, 0xFE, 0x00]
        write(delivered, at: 16)
        write([0, 0, 0, 0xBD], at: model.dynamicLockPage * 4)
        write([0x04, 0, 0, 0xFF, 0, 0x05, 0, 0], at: (model.dynamicLockPage + 1) * 4)
    }

    package mutating func powerUp() { isHalted = false }

    package mutating func receive(_ frame: [UInt8]) -> [UInt8]? {
        guard !isHalted, let command = frame.first else { return nil }
        let answer: [UInt8] =
            switch (command, frame.count) {
            case (0x30, 2): read(Int(frame[1]), pages: 4)
            case (0x3A, 3) where model != .ultralight: fastRead(Int(frame[1]), Int(frame[2]))
            case (0xA2, 6): writePage(Int(frame[1]), Array(frame[2...]))
            case (0x60, 1): version
            default: Self.refused
            }
        isHalted = answer == Self.refused
        return answer
    }

    private var version: [UInt8] {
        model.storageSize.map { [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, $0, 0x03] } ?? Self.refused
    }

    /// READ wraps to page 0 after the last page.
    private mutating func read(_ first: Int, pages count: Int) -> [UInt8] {
        guard first < model.pages else { return Self.refused }
        return (first..<first + count).flatMap { page($0 % model.pages) }
    }

    private mutating func fastRead(_ first: Int, _ last: Int) -> [UInt8] {
        guard first <= last, last < model.pages else { return Self.refused }
        return (first...last).flatMap { page($0) }
    }

    private mutating func page(_ number: Int) -> [UInt8] {
        bytesRead.formUnion(number * 4..<number * 4 + 4)
        // An NTAG's password and its acknowledgement always read as zeros.
        return model != .ultralight && number >= model.pages - 2 ? [0, 0, 0, 0] : Array(memory[number * 4..<number * 4 + 4])
    }

    private mutating func writePage(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
        guard (2..<model.pages).contains(number), !isLocked(number) else { return Self.refused }
        let old = Array(memory[number * 4..<number * 4 + 4])
        switch number {
        // The check byte and the internal byte stay unchanged. Lock bits and the capability container can only be set.
        case 2: write([old[0], old[1], old[2] | bytes[2], old[3] | bytes[3]], at: 8)
        case 3: write(zip(old, bytes).map { $0 | $1 }, at: 12)
        case model.dynamicLockPage:
            write([old[0] | bytes[0], old[1] | bytes[1], old[2] | bytes[2], old[3]], at: number * 4)
        default: write(bytes, at: number * 4)
        }
        return Self.acknowledged
    }

    /// True if the page is locked: static lock bits cover the pages 3 to 15, dynamic ones the rest of the data area.
    private func isLocked(_ page: Int) -> Bool {
        switch page {
        case 3...7: memory[10] >> page & 1 == 1
        case 8...15: memory[11] >> (page - 8) & 1 == 1
        case 16..<model.dynamicLockPage:
            isSet((page - 16) / model.pagesPerLockBit, from: model.dynamicLockPage * 4)
        default: false
        }
    }

    private func isSet(_ bit: Int, from offset: Int) -> Bool { memory[offset + bit / 8] >> (bit % 8) & 1 == 1 }

    private mutating func write(_ bytes: some Collection<UInt8>, at offset: Int) {
        memory.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }

    /// Fills pages as the factory or another writer would have, from `page`, ignoring lock bits.
    package mutating func fill(_ bytes: [UInt8], fromPage page: Int) { write(bytes, at: page * 4) }
}
