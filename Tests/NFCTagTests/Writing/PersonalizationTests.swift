import Attendance
import SecureMessaging
import Testing
import VirtualReader

@testable import NFCTag

@Suite struct `Personalization of an NTAG 424 DNA` {
    private static let address = "https://desk.example.com/t?e=start&d=6F-A3"

    /// Keys of this tag. Version 0 are the factory keys.
    private static func keys(_ version: UInt8, from master: AESKey = .factory) -> NTAG424Keys {
        let keys = (0..<NTAG424Keys.count).map { master.diversified(by: [version, $0]) }
        return NTAG424Keys(keys, version: version) ?? .factory
    }

    private static func ring(_ version: UInt8, _ earlier: [UInt8] = []) throws -> NTAG424KeyRing {
        try #require(NTAG424KeyRing(keys(version), earlier: earlier.map { keys($0) }))
    }

    private func personalize(_ tag: SigningTag, _ version: UInt8, earlier: [UInt8] = []) async throws -> NDEFMessage {
        var writer = TagWriter(tag, atr: type4ATR)
        return try await writer.personalize(
            try SDMTemplate(Self.address), try Self.ring(version, earlier), expecting: UID(tag.chip.uid))
    }

    private func depersonalize(_ tag: SigningTag, _ known: UInt8) async throws {
        var writer = TagWriter(tag, atr: type4ATR)
        try await writer.depersonalize(try Self.ring(known), expecting: UID(tag.chip.uid))
    }

    private func expectKeys(_ version: UInt8, in tag: SigningTag, _ story: Comment? = nil) {
        for number in 0..<NTAG424Keys.count {
            let key = tag.chip.key(Int(number))
            #expect(key.bytes == Self.keys(version)[number].bytes && key.version == version, story)
        }
    }

    /// What a phone gets, checked with the keys.
    private func tapped(_ tag: SigningTag, _ version: UInt8) async throws -> (address: String, counter: UInt32) {
        tag.comeBack()
        var reader = TagReader(tag, atr: type4ATR)
        let address = try #require(try await reader.read().uri)
        let message = try #require(SDMTemplate.message(in: address))
        let reading = try message.claimedReading(metaKey: .factory)
        #expect(reading.uid == UID(tag.chip.uid))
        try message.verify(reading, fileKey: Self.keys(version).file)
        return (address, reading.counter)
    }

    @Test func `A personalized tag signs each reading with the next number`() async throws {
        let tag = SigningTag()
        _ = try await personalize(tag, 1)
        let (first, second) = (try await tapped(tag, 1), try await tapped(tag, 1))
        #expect(first.counter + 1 == second.counter)
        #expect(first.address != second.address)
        #expect(first.address.hasPrefix(Self.address + "&u=045E1100000001&c=00000"))
        expectKeys(1, in: tag)
    }

    @Test func `A personalized tag refuses other writers`() async throws {
        let tag = SigningTag()
        _ = try await personalize(tag, 1)
        tag.comeBack()
        var writer = TagWriter(tag, atr: type4ATR)
        let error = await #expect(throws: TagError.self) { try await writer.write(try deskMessage()) }
        #expect(error?.remedy == .writableTag)
        #expect(try await tapped(tag, 1).address.hasPrefix(Self.address))
    }

    @Test func `A tag gets new keys, and its factory keys again`() async throws {
        let tag = SigningTag()
        for version in 1...3 as ClosedRange<UInt8> {
            tag.comeBack()
            _ = try await personalize(tag, version, earlier: [version - 1].filter { $0 > 0 })
            #expect(try await tapped(tag, version).counter <= 3)
        }
        tag.comeBack()
        try await depersonalize(tag, 3)
        expectKeys(0, in: tag)
        #expect(tag.chip.memory.allSatisfy { $0 == 0 })
        tag.comeBack()
        _ = try await personalize(tag, 4)
        _ = try await tapped(tag, 4)
    }

    /// New, from other keys, and back to the factory state.
    @Test(arguments: [false, true], [("new", UInt8(0), UInt8(1)), ("changed", 1, 2), ("emptied", 1, 0)])
    func `A tag that is removed at any command is completed by the same call`(
        doesLastCommand: Bool, change: (name: String, before: UInt8, after: UInt8)
    ) async throws {
        func begin() async throws -> SigningTag {
            let tag = SigningTag()
            if change.before > 0 { _ = try await personalize(tag, change.before) }
            tag.comeBack()
            return tag
        }
        func act(_ tag: SigningTag) async throws {
            if change.after == 0 { return try await depersonalize(tag, change.before) }
            _ = try await personalize(tag, change.after, earlier: [change.before].filter { $0 > 0 })
        }
        let whole = try await begin()
        try await act(whole)
        let count = whole.commands.count
        #expect(count > 20)
        for place in 0..<count {
            let tag = try await begin()
            (tag.leavesAt, tag.doesLastCommand) = (place, doesLastCommand)
            await #expect(throws: TagError.tagGone, "\(change.name), command \(place)") { try await act(tag) }
            for number in 0..<NTAG424Keys.count {
                let known = [change.before, change.after].map { Self.keys($0)[number].bytes }
                #expect(known.contains(tag.chip.key(Int(number)).bytes), "nobody knows key \(number)")
            }
            // A tag that signs is in its state before, or finished and counts from 0.
            if tag.chip.isMirroring {
                let versions = Set((0..<NTAG424Keys.count).map { tag.chip.key(Int($0)).version })
                #expect(versions == [change.before] || versions == [change.after] && tag.chip.counter <= 1, "command \(place)")
            }
            tag.comeBack()
            try await act(tag)
            if change.after > 0 { _ = try await tapped(tag, change.after) }
            expectKeys(change.after, in: tag, "\(change.name), command \(place)")
            #expect(tag.chip.failures(ofKey: 0) == 0)
        }
    }

    @Test func `A tag that is set up already keeps its counter`() async throws {
        let tag = SigningTag()
        _ = try await personalize(tag, 1)
        let before = try await tapped(tag, 1).counter
        tag.comeBack()
        _ = try await personalize(tag, 1)
        #expect(try await tapped(tag, 1).counter == before + 2)
        #expect(!tag.commands.contains { $0.starts(with: [0x90, 0x71]) })
    }

    @Test func `A tag with foreign keys is left alone without a failed attempt`() async throws {
        let tag = SigningTag()
        _ = try await personalize(tag, 7)
        for _ in 0..<3 {
            tag.comeBack()
            await #expect(throws: TagError.foreignKeys) { try await personalize(tag, 1) }
        }
        #expect(tag.chip.failures(ofKey: 0) == 0)
        #expect(try await tapped(tag, 7).address.hasPrefix(Self.address))
    }

    @Test func `A tag whose foreign keys have a known version costs one failed attempt`() async throws {
        let tag = SigningTag()
        var writer = TagWriter(tag, atr: type4ATR)
        let foreign = Self.keys(1, from: AESKey.factory.diversified(by: [99]))
        let ring = try #require(NTAG424KeyRing(foreign, earlier: []))
        let message = try await writer.personalize(try SDMTemplate(Self.address), ring, expecting: UID(tag.chip.uid))
        tag.comeBack()
        await #expect(throws: TagError.foreignKeys) { try await personalize(tag, 1) }
        #expect(tag.chip.failures(ofKey: 0) == 1)
        #expect(tag.chip.memory[2...].starts(with: message.bytes.prefix(40)))
    }

    @Test func `A foreign key without a version of its own is named, and the tag does not sign with it`() async throws {
        let tag = SigningTag()
        _ = try await personalize(tag, 1)
        tag.comeBack()
        tag.disturb = { command, response in
            // As if the tag had another key 2.
            if command.starts(with: [0x90, 0xC4]), command.count > 6, command[5] == 2 { response = hex("911E") }
        }
        await #expect(throws: TagError.foreignKeys) { try await personalize(tag, 2, earlier: [1]) }
        #expect(!tag.chip.isMirroring)
    }

    @Test func `A tag after many failed attempts is set up nevertheless`() async throws {
        let tag = SigningTag()
        _ = tag.chip.receive(hex("00A4040007D276000085010100"))
        for _ in 0..<50 {
            _ = tag.chip.receive(EV2Authentication.request(keyNumber: 0))
            _ = tag.chip.receive(hex("90AF000020") + [UInt8](repeating: 7, count: 32) + [0x00])
        }
        #expect(tag.chip.receive(EV2Authentication.request(keyNumber: 0)) == hex("91AD"))
        tag.comeBack()
        _ = try await personalize(tag, 1)
        _ = try await tapped(tag, 1)
    }

    @Test func `A tag that refuses to authenticate is refused with the possible reasons`() async throws {
        let tag = SigningTag()
        tag.disturb = { command, response in
            if command.starts(with: [0x90, 0x71]) { response = hex("919D") }
        }
        await #expect(throws: TagError.keyUnavailable) { try await personalize(tag, 1) }
        #expect(TagError.keyUnavailable.remedy == .otherTag)
    }

    @Test func `A changed response in a session is refused, and the same call completes the work`() async throws {
        let whole = SigningTag()
        _ = try await personalize(whole, 1)
        let commands = whole.commands
        // The second half of an authentication, and the commands of a session. The last one, which changes key 0, has no MAC.
        let last = try #require(commands.lastIndex { $0.starts(with: [0x90, 0xC4]) })
        let inSession = commands.indices.filter { place in
            let command = commands[place]
            return command.first == 0x90 && place != last
                && (command[1] == 0xAF && command.count > 5 || [0x51, 0x5F, 0xC4].contains(command[1])
                    || command[1] == 0x64 && command.count > 7)
        }
        #expect(inSession.count > 12)
        for place in inSession {
            let tag = SigningTag()
            tag.disturb = { [unowned tag] _, response in
                if tag.commands.count == place { response[response.count - 3] ^= 1 }
            }
            await #expect(throws: TagError.self, "command \(place)") { try await personalize(tag, 1) }
            tag.disturb = nil
            tag.comeBack()
            _ = try await personalize(tag, 1)
            _ = try await tapped(tag, 1)
            #expect(tag.chip.failures(ofKey: 0) == 0)
        }
    }

    @Test func `Another new tag in the place of the expected one gets no keys`() async throws {
        let (tag, other) = (SigningTag(), NTAG424Chip(uid: hex("04 5E 11 00 00 00 02")))
        tag.disturb = { [unowned tag] command, _ in
            // After the message was written: a reader that does not notice the change still states the first UID.
            guard command.starts(with: [0x00, 0xD6, 0x00, 0x00, 0x02]), command.last != 0, tag.chip.uid != other.uid else {
                return
            }
            tag.shownUID = tag.chip.uid
            tag.chip = other
        }
        await #expect(throws: TagError.self) {
            var writer = TagWriter(tag, atr: type4ATR)
            _ = try await writer.personalize(
                try SDMTemplate(Self.address), try Self.ring(1), expecting: UID(hex("04 5E 11 00 00 00 01")))
        }
        #expect(tag.chip.uid == other.uid)
        expectKeys(0, in: tag)
    }

    @Test func `Other cards are refused`() async throws {
        let card = FileTag(message: try deskMessage())
        var writer = TagWriter(card, atr: type4ATR)
        await #expect(throws: TagError.notSigning) {
            try await writer.personalize(try SDMTemplate(Self.address), try Self.ring(1), expecting: UID(card.uid))
        }
        let tag = SigningTag()
        var other = TagWriter(tag, atr: type4ATR)
        await #expect(throws: TagError.otherTag(UID(tag.chip.uid))) {
            try await other.personalize(
                try SDMTemplate(Self.address), try Self.ring(1), expecting: UID(hex("04112233445566")))
        }
        #expect(tag.chip.memory.allSatisfy { $0 == 0 })
    }

    @Test func `Keys of one version are not mixed up`() throws {
        #expect(NTAG424Keys(Array(repeating: .factory, count: 5), version: 0) == nil)
        #expect(NTAG424Keys(Array(repeating: .factory, count: 4), version: 1) == nil)
        let other = Self.keys(1, from: AESKey.factory.diversified(by: [99]))
        #expect(NTAG424KeyRing(Self.keys(1), earlier: [other]) == nil)
        #expect(NTAG424KeyRing(Self.keys(1), earlier: [Self.keys(1), Self.keys(2)]) != nil)
    }

    @Test func `Only an address that a tag can sign makes a template`() {
        #expect(throws: SDMTemplateError.noQuery) { try SDMTemplate("https://desk.example.com/t") }
        #expect(throws: SDMTemplateError.noQuery) { try SDMTemplate("https://desk.example.com/t?e=end#top") }
        for parameter in ["u", "c", "m"] {
            #expect(throws: SDMTemplateError.ownParameter) { try SDMTemplate("https://desk.example.com/t?\(parameter)=1") }
        }
        let start = "https://desk.example.com/t?e=end&o="
        // 254 bytes, without 5 of the record, 27 of the address after its abbreviated scheme, and 45 of the signed fields.
        #expect(throws: Never.self) { try SDMTemplate(start + String(repeating: "x", count: 177)) }
        #expect(throws: TagError.tooSmall(missing: 1)) { try SDMTemplate(start + String(repeating: "x", count: 178)) }
    }

    @Test(arguments: [
        "https://desk.example.com/t?u=041E3C8A2D6B80&c=000006", "https://desk.example.com/t", "",
        "https://desk.example.com/t?u=041E3C8A2D6B80&c=000006&m=zz",
        "https://desk.example.com/t?u=041E3C8A2D6B80&u=041E3C8A2D6B80&c=000006&m=4B00064004B0B3D3",
        "https://desk.example.com/t?u=041E3C8A2D&c=000006&m=4B00064004B0B3D3",
    ])
    func `An address without the signed fields has no signed message`(address: String) {
        #expect(SDMTemplate.message(in: address) == nil)
    }

    @Test func `The signed fields of an address are read`() throws {
        let message = try #require(
            SDMTemplate.message(in: "https://desk.example.com/t?e=start&u=041E3C8A2D6B80&c=00010a&m=4B00064004B0B3D3"))
        let reading = try message.claimedReading(metaKey: .factory)
        #expect(reading.counter == 0x10A && message.mac == hex("4B00064004B0B3D3"))
    }
}
