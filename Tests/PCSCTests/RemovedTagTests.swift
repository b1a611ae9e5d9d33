import NFCTag
import PCSC
import TestServers
import Testing
import VirtualReader

/// Operations on one kind of tag with one kind of reader, behind a real pcscd.
struct RemovedTag: CustomTestStringConvertible, Sendable {
    let model: TagModel
    let profile: ReaderProfile
    let testDescription: String

    init(_ model: TagModel, _ profile: ReaderProfile, _ profileName: String) {
        self.model = model
        self.profile = profile
        testDescription = "\(model.rawValue), \(profileName)"
    }

    /// An operation on a tag.
    struct Work: Sendable {
        let name: String
        let tag: any ContactlessTag
        let new: TagContent
        let act: @Sendable (inout TagWriter<CardTransport>) async throws -> TagWriteResult

        static func write(_ name: String, _ new: NDEFMessage, on tag: any ContactlessTag) -> Work {
            Work(name: name, tag: tag, new: .message(new)) { try await $0.write(new, formatting: true) }
        }
    }

    /// Short enough for an Ultralight.
    private static let old = "https://a.example/t?event=end"
    private static let new = "https://a.example/t?event=start&desk=A1"

    /// Formatting a tag without a structure, replacing an address, erasing it, and adding a certificate after the address.
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
            // Address and certificate take 122 bytes with their TLV. An Ultralight has 48, a SLIX 104. Reading all 8 KiB of
            // an ST25DV64K takes too long for a test.
            if model != .st25dv64k {
                works.append(
                    Work(name: "erase", tag: try model.tag(holding: Self.old), new: .empty) { try await $0.erase() })
            }
            if ![.ultralight, .slix].contains(model) { works.append(.write("provision", provisioned, on: plain)) }
            return [.type4, .ntag424].contains(model) ? works.filter { $0.name != "write unformatted" } : works
        }
    }

    /// Without an NDEF TLV or without a container, and with bytes that would be valid after one.
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
                // A length past the end of the file, so there is no content to keep.
                chip.fill([0xFF, 0xFE, 0xD1])
                return chip
            case var chip as NTAG424Chip:
                chip.fill([0xFF, 0xFE, 0xD1])
                return chip
            default:
                return blank
            }
        }
    }
}

/// All commands go through pcscd. The tag is removed at one command after the other, which it executes or not, while pcscd
/// still reports it as present, as with a real reader until its next poll; then the tag is presented again. One test waits
/// for that poll each time.
///
/// One card at a time: libpcsclite 1.9.9 adds the handle of a new connection to a list while other threads read that list, which
/// may crash the process.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `A tag removed at any command, behind pcscd` {
    static let cases: [RemovedTag] =
        TagModel.allCases.map { RemovedTag($0, .full, "READ and UPDATE BINARY") }
        + [TagModel.ntag213, .slix, .st25dv64k].map { RemovedTag($0, .framesOnly, "frames") }
        + [RemovedTag(.ntag213, .small, "16 bytes at a time")]

    @Test(arguments: cases)
    func `A tag removed at any command holds its old content, nothing or the new content, and the next run completes it`(
        _ pulled: RemovedTag
    ) async throws {
        try await PcscServer.withinProcess { server in
            for (slot, name) in server.readers.enumerated() {
                let bench = Bench(
                    reader: VirtualReader(port: server.port + UInt16(slot), profile: pulled.profile), name: name)
                try bench.reader.insert(try pulled.model.blank())
                try await waitForCard(in: name)
                for work in try pulled.works { try await bench.pull(work, isExecuted: slot == 1) }
            }
        }
    }

    /// Only two kinds, because pcscd detects removal and insertion slowly.
    @Test func `A tag whose removal pcscd detects is completed by the next run`() async throws {
        try await PcscServer.withinProcess { server in
            for (slot, model) in [TagModel.ultralight, .slix].enumerated() {
                let name = server.readers[slot]
                let bench = Bench(reader: VirtualReader(port: server.port + UInt16(slot)), name: name)
                try bench.reader.insert(try model.blank())
                try await waitForCard(in: name)
                let work = try #require(try RemovedTag(model, .full, "").works.first { $0.name == "write" })
                try await bench.pull(work, isExecuted: slot == 1, isNoticed: true)
            }
        }
    }

    private struct Bench {
        let reader: VirtualReader
        let name: String

        /// Runs the operation once without a removal, then with a removal at each of its commands.
        func pull(_ work: RemovedTag.Work, isExecuted: Bool, isNoticed: Bool = false) async throws {
            let old = work.tag.content
            try reader.swap(to: work.tag)
            #expect(try await run(work).writes > 0)
            #expect(reader.tag?.content == work.new)
            let done = try #require(reader.tag).memory
            for command in 0..<reader.commands.count {
                let story = Comment(rawValue: "\(work.name), command \(command), carried out: \(isExecuted)")
                try reader.swap(
                    to: work.tag, removal: .init(atCommand: command, isExecuted: isExecuted, isNoticed: isNoticed))
                do {
                    _ = try await run(work)
                    // Only the reader's session was still open.
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
                // No erased byte is left in the memory.
                if work.name == "erase" { #expect(reader.tag?.memory == done, story) }
            }
        }

        private func run(_ work: RemovedTag.Work) async throws -> TagWriteResult {
            try await SmartCard.with(in: name) { card, atr in
                var writer = TagWriter(CardTransport(card: card), atr: ATR(atr))
                return try await work.act(&writer)
            }
        }
    }
}
