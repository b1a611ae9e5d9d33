import NFCTag
import PCSC
import TestServers
import Testing
import VirtualReader

/// Work on one kind of tag with one kind of reader, behind a real pcscd.
struct PulledTag: CustomTestStringConvertible, Sendable {
    let model: TagModel
    let profile: ReaderProfile
    let testDescription: String

    init(_ model: TagModel, _ profile: ReaderProfile, _ profileName: String) {
        self.model = model
        self.profile = profile
        testDescription = "\(model.rawValue), \(profileName)"
    }

    /// What is done to a tag.
    struct Work: Sendable {
        let name: String
        let tag: any ContactlessTag
        let new: TagContent
        let act: @Sendable (inout TagWriter<CardWay>) async throws -> TagWriting

        static func write(_ name: String, _ new: NDEFMessage, on tag: any ContactlessTag) -> Work {
            Work(name: name, tag: tag, new: .message(new)) { try await $0.write(new, formatting: true) }
        }
    }

    /// Short, so that also an Ultralight takes it.
    private static let old = "https://a.example/t?event=end"
    private static let new = "https://a.example/t?event=start&desk=A1"

    /// Formatting a tag without a structure, replacing an address, erasing it, and putting a certificate behind the address.
    var works: [Work] {
        get throws {
            let uri = try URIRecord(Self.new).record
            let certificate = try NDEFRecord.external("desktap", "c", (0..<71).map { UInt8($0 * 7 & 0xFF) })
            let provisioned = NDEFMessage(uri, certificate)
            let plain = try model.tag(holding: Self.new)
            var works = [
                Work(name: "format", tag: try unformatted, new: .empty) { try await $0.format(force: true) },
                .write("write", NDEFMessage(uri), on: try model.tag(holding: Self.old)),
                .write("write unformatted", NDEFMessage(uri), on: try unformatted),
            ]
            // Address and certificate take 122 bytes with their TLV; an Ultralight has 48, a SLIX 104.
            // All 8 KiB of an ST25DV64K are looked at: too often for a test.
            if model != .st25dv64k {
                works.append(
                    Work(name: "erase", tag: try model.tag(holding: Self.old), new: .empty) { try await $0.erase() })
            }
            if ![.ultralight, .slix].contains(model) { works.append(.write("provision", provisioned, on: plain)) }
            return model == .type4 ? works.filter { $0.name != "write unformatted" } : works
        }
    }

    /// Without an NDEF TLV, or without a container at all, and with bytes that would mean something if one came first.
    private var unformatted: any ContactlessTag {
        get throws {
            let blank = try model.blank()
            switch blank {
            case var chip as Type2Chip:
                chip.fill(Array(repeating: 0, count: 8) + [0x03, 0x10, 0xD1, 0x01], fromPage: 4)
                return chip
            case var chip as Type5Chip:
                chip.fill([0x00, 0x00, 0x00, 0x00, 0x03, 0x20, 0xD1, 0x01, 0x10, 0x55])
                return chip
            case var chip as Type4Chip:
                // A length past the file's end: nothing to be kept.
                chip.fill([0xFF, 0xFE, 0xD1])
                return chip
            default:
                return blank
            }
        }
    }
}

/// Everything goes through pcscd. The tag loses its field at one command after the other, carried out or not, while pcscd
/// still believes it there, as it does with a real reader until its next look; then it comes back. One test waits for that
/// look each time.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `A tag pulled away at any command` {
    static let cases: [PulledTag] =
        TagModel.allCases.map { PulledTag($0, .full, "READ and UPDATE BINARY") }
        + [TagModel.ntag213, .slix, .st25dv64k].map { PulledTag($0, .framesOnly, "frames") }
        + [PulledTag(.ntag213, .small, "16 bytes at a time")]

    @Test(arguments: cases)
    func `holds what it held, nothing, or all of the new, and the next run completes it`(_ pulled: PulledTag) async throws {
        try await PcscServer.withinProcess { server in
            // One after the other: libpcsclite 1.9.9 adds the handle of a new connection to a list that other threads walk
            // through at the same moment, and may end the process by that.
            for (slot, name) in server.readers.enumerated() {
                let bench = Bench(
                    reader: VirtualReader(port: server.port + UInt16(slot), profile: pulled.profile), name: name)
                try bench.reader.insert(try pulled.model.blank())
                try await waitForCard(in: name)
                for work in try pulled.works { try await bench.pull(work, isCarriedOut: slot == 1) }
            }
        }
    }

    /// Two kinds, for pcscd takes its time to see a tag leave and come.
    @Test func `fares no worse when pcscd sees it leave`() async throws {
        try await PcscServer.withinProcess { server in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (slot, model) in [TagModel.ultralight, .slix].enumerated() {
                    group.addTask {
                        let name = server.readers[slot]
                        let bench = Bench(reader: VirtualReader(port: server.port + UInt16(slot)), name: name)
                        try bench.reader.insert(try model.blank())
                        try await waitForCard(in: name)
                        let work = try #require(try PulledTag(model, .full, "").works.first { $0.name == "write" })
                        try await bench.pull(work, isCarriedOut: slot == 1, isNoticed: true)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private struct Bench {
        let reader: VirtualReader
        let name: String

        /// The work once without, then pulled away at each command that it took.
        func pull(_ work: PulledTag.Work, isCarriedOut: Bool, isNoticed: Bool = false) async throws {
            let old = work.tag.content
            try reader.swap(to: work.tag)
            #expect(try await run(work).writes > 0)
            #expect(reader.tag?.content == work.new)
            let done = try #require(reader.tag).memory
            for command in 0..<reader.commands.count {
                let story = Comment(rawValue: "\(work.name), command \(command), carried out: \(isCarriedOut)")
                try reader.swap(
                    to: work.tag, pulledAway: .init(atCommand: command, isCarriedOut: isCarriedOut, isNoticed: isNoticed))
                do {
                    _ = try await run(work)
                    // Only the reader's session was still to be ended.
                    #expect(reader.tag?.content == work.new, story)
                } catch {
                    #expect(error as? PCSCError == .cardRemoved, story)
                }
                let tag = try #require(reader.tag)
                #expect([old, .empty, work.new].contains(tag.content), story)
                if isNoticed {
                    try await reader.removeSeen(by: name)
                    try reader.insert(tag)
                    try await waitForCard(in: name)
                } else {
                    try reader.swap(to: tag)
                }
                _ = try await run(work)
                #expect(reader.tag?.content == work.new, story)
                // What was taken off the tag is nowhere in its memory.
                if work.name == "erase" { #expect(reader.tag?.memory == done, story) }
            }
        }

        private func run(_ work: PulledTag.Work) async throws -> TagWriting {
            try await SmartCard.with(in: name) { card, atr in
                var writer = TagWriter(CardWay(card: card), atr: ATR(atr))
                return try await work.act(&writer)
            }
        }
    }
}
