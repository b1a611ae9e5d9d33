import NFCTag
import Testing
import VirtualReader

/// Responds with random bytes, mostly in a plausible form, and leaves after three hundred commands.
private final class HostileTag: APDUTransport {
    private var generator: SeededGenerator
    private var count = 0
    private let beginning: [UInt8]

    init(_ generator: SeededGenerator, beginning: [UInt8]) {
        self.generator = generator
        self.beginning = beginning
    }

    func transmit(_ command: [UInt8]) async throws -> [UInt8] {
        count += 1
        guard count < 300 else { return [] }
        let status: [UInt8] =
            switch Int.random(in: 0..<20, using: &generator) {
            case 0: [0x63, 0x00]
            case 1: [0x6A, 0x81]
            case 2: [0x6C, UInt8.random(in: 0...255, using: &generator)]
            case 3: [0x62, 0x82]
            default: [0x90, 0x00]
            }
        return data(for: command) + status
    }

    private func data(for command: [UInt8]) -> [UInt8] {
        switch command[1] {
        case 0xCA where Int.random(in: 0..<50, using: &generator) > 0: return hex("E008010203040506")
        case 0xC2:
            let frame = [Int.random(in: 0..<8, using: &generator) == 0 ? 1 : 0] + anything(upTo: 100)
            return hex("C0030090 00 97") + [UInt8(frame.count)] + frame
        default:
            let wanted = command.count == 5 ? Int(command[4]) : 15
            let length = Int.random(in: 0..<5, using: &generator) == 0 ? Int.random(in: 0...255, using: &generator) : wanted
            let isBeginning = command.count > 3 && command[2] == 0 && command[3] == 0
            return Array(((isBeginning ? beginning : []) + anything(upTo: 255) + anything(upTo: 255)).prefix(length))
        }
    }

    /// Prefers bytes that occur on tags.
    private func anything(upTo most: Int) -> [UInt8] {
        let usual: [UInt8] = [0x00, 0x01, 0x02, 0x03, 0x04, 0x10, 0xD1, 0xE1, 0xFE, 0xFF]
        return (0..<Int.random(in: 0...most, using: &generator)).map { _ in
            usual.randomElement(using: &generator).flatMap { Bool.random(using: &generator) ? $0 : nil }
                ?? UInt8.random(in: 0...255, using: &generator)
        }
    }
}

@Suite struct `Hostile tags and readers` {
    @Test func `Every procedure ends with a tag or reader that responds with random bytes`() async throws {
        var generator = SeededGenerator("hostile tags")
        let beginnings = [
            "", "04010203 8F030405 06044800 E1101200", "E1400D01 03", "E2400001 00000FFF 03FF",
            "000F20003B00340406E10401000000",
            "E140FF05 03 FF F000", "1004010 00D 00000000 00 01 000039 0061",
        ]
        let answersToReset = [
            type2ATR, type5ATR, ATR(hex("3B80800101")), ATR(hex("3B8F8001804F0CA000000306 11 003B 0000000042")),
        ]
        for _ in 0..<25 {
            for atr in answersToReset {
                // Yields, because nothing here suspends and other tests need the same threads.
                await Task.yield()
                _ = generator.next()
                let tag = HostileTag(generator, beginning: hex(beginnings.randomElement(using: &generator) ?? ""))
                var reader = TagReader(tag, atr: atr)
                _ = try? await reader.read()
                var writer = TagWriter(tag, atr: atr, capabilities: reader.capabilities)
                _ = try? await writer.write(deskMessage(), formatting: true)
                _ = try? await writer.format(force: true)
                _ = try? await writer.erase()
                _ = try? await writer.restore(Array(repeating: 1, count: 64))
                _ = try? await writer.lock()
            }
        }
    }
}
