import Foundation
import NFCTag
import TestServers
import Testing
import VirtualReader

/// `desktap-reader tag` as a process, on virtual tags behind a real pcscd.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
struct `Tag commands` {
    private static let old = "https://desk.example.com/t?event=start&desk=6F-A3"
    private static let new = "https://desk.example.com/t?event=pause&desk=7F-B1"

    /// Runs a command until it ends.
    private func run(
        _ arguments: [String], _ pcscd: PcscServer, timeout: Int = 30
    ) async throws -> (status: Int32, answer: [String: String], output: String) {
        let process = try ChildProcess(
            [builtProgram("desktap-reader"), "tag"] + arguments + ["--timeout", String(timeout), "--json"], in: pcscd.folder,
            environment: pcscd.environment)
        let status = await process.wait()
        let output = process.output
        let object = try? JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        return (status, (object ?? [:]).compactMapValues { $0 as? String ?? ($0 as? Int).map(String.init) }, output)
    }

    @Test(arguments: TagModel.allCases)
    func `Every kind of tag is formatted, written, read, erased and written again`(model: TagModel) async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try model.blank())
            let first = try await run(["write", Self.old], pcscd)
            #expect(first.status == 0 && first.answer["result"] == "written", "\(first.output)")
            let info = try await run(["info"], pcscd)
            #expect(info.answer["uri"] == Self.old && info.answer["state"] == "ndef", "\(info.output)")
            let again = try await run(["write", Self.old], pcscd)
            #expect(again.answer["result"] == "unchanged", "\(again.output)")
            let erased = try await run(["erase"], pcscd)
            #expect(erased.answer["result"] == "erased", "\(erased.output)")
            let empty = try await run(["read"], pcscd)
            #expect(empty.answer["state"] == "empty", "\(empty.output)")
            let second = try await run(
                ["write", "--server", "https://desk.example.com", "--event", "pause", "--desk", "7f-b1"], pcscd)
            #expect(second.status == 0, "\(second.output)")
            let read = try await run(["read"], pcscd)
            #expect(read.status == 0 && read.answer["uri"] == Self.new, "\(read.output)")
        }
    }

    @Test(arguments: [
        (TagModel.ntag213, ReaderProfile.small), (.ntag216, .withoutFrames), (.slix, .framesOnly), (.st25dv64k, .framesOnly),
        (.slix2, .withoutFrames), (.ntag213, .framesOnly),
    ])
    func `Tags are written and read with every reader profile`(model: TagModel, profile: ReaderProfile) async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port, profile: profile)
            try reader.insert(try model.tag(holding: Self.old))
            let written = try await run(["write", Self.new], pcscd)
            #expect(written.status == 0, "\(written.output)")
            let read = try await run(["read"], pcscd)
            #expect(read.answer["uri"] == Self.new, "\(read.output)")
        }
    }

    @Test(arguments: [TagModel.ntag213, .slix, .type4], [1, 3, 6, 9, 12, 16])
    func `A tag removed during a write holds the old address, none or the new one, and a retry completes it`(
        model: TagModel, command: Int
    ) async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port, profile: .withoutFrames)
            try reader.insert(
                try model.tag(holding: Self.old), removal: .init(atCommand: command, isExecuted: command % 2 == 0))
            let pulled = try await run(["write", Self.new], pcscd)
            #expect(pulled.status == 75 || pulled.status == 0, "\(pulled.output)")
            let tag = try #require(reader.tag)
            let uri = Self.uri(on: tag)
            #expect([nil, Self.old, Self.new].contains(uri))
            if pulled.status == 0 { #expect(uri == Self.new) }
            try await reader.replace(with: tag)
            let healed = try await run(["write", Self.new], pcscd)
            #expect(healed.status == 0, "\(healed.output)")
            #expect(try Self.uri(on: #require(reader.tag)) == Self.new)
        }
    }

    /// The address in a tag's memory; nil if it is empty.
    private static func uri(on tag: any ContactlessTag) -> String? {
        switch tag.content {
        case .empty: return nil
        case .message(let message): return message.firstURI ?? "no address"
        case .unformatted, .damaged: return "damaged"
        }
    }

    @Test(arguments: [TagModel.ntag213, .slix])
    func `A tag is locked permanently only with --for-ever`(model: TagModel) async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try model.tag(holding: Self.old))
            let asked = try await run(["lock"], pcscd)
            #expect(asked.status == 64, "\(asked.output)")
            let locked = try await run(["lock", "--for-ever"], pcscd)
            #expect(locked.status == 0 && locked.answer["result"] == "locked", "\(locked.output)")
            let refused = try await run(["write", Self.new], pcscd)
            #expect(refused.status == 73, "\(refused.output)")
            let read = try await run(["read"], pcscd)
            #expect(read.answer["uri"] == Self.old && read.answer["access"] == "readOnly", "\(read.output)")
        }
    }

    @Test func `A memory is dumped to a file and restored`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.slix.tag(holding: Self.old))
            let memory = try #require(reader.tag).memory
            let file = pcscd.folder + "/dump"
            let dump = try await run(["dump", "--reverse-blocks", "--output", file], pcscd)
            #expect(dump.status == 0, "\(dump.output)")
            let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
            let uid = try #require(dump.answer["uid"])
            #expect(lines[0] == "# desktap-tag-dump kind=type5 uid=\(uid) bytes=112 block=4 order=reversed")
            #expect(lines[1] == "010D40E1")
            _ = try await run(["erase"], pcscd)
            let restored = try await run(["restore", file], pcscd)
            #expect(restored.status == 0 && restored.answer["result"] == "restored", "\(restored.output)")
            #expect(reader.tag?.memory == memory)
        }
    }

    @Test func `A dump of another tag, or an invalid file, is restored only by force`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.slix.tag(holding: Self.old))
            let memory = try #require(reader.tag).memory
            let (file, bare) = (pcscd.folder + "/dump", pcscd.folder + "/bare")
            _ = try await run(["dump", "--output", file], pcscd)
            try "E1100600".write(toFile: bare, atomically: true, encoding: .utf8)
            let other = try TagModel.ntag213.tag(holding: Self.new)
            try await reader.replace(with: other)
            for path in [file, bare] {
                let refused = try await run(["restore", path], pcscd)
                #expect(refused.status == 65 && refused.output.contains("Nothing was written"), "\(refused.output)")
                #expect(reader.tag?.memory == other.memory)
            }
            try await reader.replace(with: try TagModel.slix.blank(number: 2))
            let refused = try await run(["restore", file], pcscd)
            #expect(refused.status == 65 && refused.output.contains("it was read from the tag E0"), "\(refused.output)")
            let forced = try await run(["restore", "--force", file], pcscd)
            #expect(forced.status == 0, "\(forced.output)")
            #expect(reader.tag?.memory == memory)
            let missing = try await run(["restore", pcscd.folder + "/missing"], pcscd)
            #expect(missing.status == 66 && missing.answer["status"] == "66", "\(missing.output)")
            let unwritable = try await run(["dump", "--output", pcscd.folder + "/missing/dump"], pcscd)
            #expect(unwritable.status == 74, "\(unwritable.output)")
        }
    }

    @Test func `A Type 4 tag is dumped and restored, and cannot be locked`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.type4.tag(holding: Self.old))
            let memory = try #require(reader.tag).memory
            let file = pcscd.folder + "/dump"
            let dump = try await run(["dump", "--output", file], pcscd)
            #expect(dump.status == 0 && dump.answer["note"]?.contains("NDEF file") == true, "\(dump.output)")
            _ = try await run(["write", Self.new], pcscd)
            let restored = try await run(["restore", file], pcscd)
            #expect(restored.status == 0, "\(restored.output)")
            #expect(reader.tag?.memory == memory)
            let locked = try await run(["lock", "--for-ever"], pcscd)
            #expect(locked.status == 65 && locked.output.contains("manufacturer's commands and keys"), "\(locked.output)")
        }
    }

    @Test func `A text and any URI are written by options and read back`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.slix.blank())
            let hello = try await run(["write", "--text", "Hello"], pcscd)
            #expect(hello.status == 0 && hello.answer["text"] == "Hello", "\(hello.output)")
            let english = try await run(["read"], pcscd)
            #expect(english.answer["text"] == "Hello" && english.answer["language"] == "en", "\(english.output)")
            #expect(english.answer["uri"] == nil)
            _ = try await run(["write", "--text", "こんにちは\n🙂", "--language", "ja"], pcscd)
            let japanese = try await run(["read"], pcscd)
            #expect(japanese.answer["text"] == "こんにちは\n🙂" && japanese.answer["language"] == "ja", "\(japanese.output)")
            _ = try await run(["write", "--uri", "tel:+81312345678"], pcscd)
            let call = try await run(["read"], pcscd)
            #expect(call.answer["uri"] == "tel:+81312345678" && call.answer["text"] == nil, "\(call.output)")
        }
    }

    /// There is no tag: invalid content is reported before a tag is requested.
    @Test func `Invalid content for a tag is refused before a tag is requested`() async throws {
        try await PcscServer.with { pcscd in
            let wrong = [
                ["javascript:alert(1)"], ["file:///etc/passwd"], [""], ["x"], ["https://"], ["https://x/ y"], ["Hello"],
                ["https://x.example/\u{202E}t"], ["--uri", "Hello"], ["--uri", "tel:1 2"], ["--text", ""],
                ["--text", "Hello", "--language", "d e"], ["--language", "en", Self.old], ["--text", "Hello", Self.old],
                ["--uri", "tel:1", "--event", "end"], ["--text", "Hello", "--from", "tags.csv"],
            ]
            for arguments in wrong {
                let refused = try await run(["write"] + arguments, pcscd, timeout: 1)
                #expect(refused.status == 64, "\(arguments): \(refused.output)")
            }
            let start = try await run(["write", "--event", "start", "--server", "https://a.example"], pcscd, timeout: 1)
            #expect(start.status == 64 && start.output.contains("add --desk"), "\(start.output)")
        }
    }

    @Test func `A failed tag command advises another reader, another tag or a retry`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port, profile: .uidOnly)
            try reader.insert(try TagModel.ntag213.tag(holding: Self.old))
            let uidOnly = try await run(["read"], pcscd)
            #expect(uidOnly.status == 69 && uidOnly.output.contains("Use another reader"), "\(uidOnly.output)")
            try reader.remove()

            let other = VirtualReader(port: pcscd.port + 1, profile: .small)
            for badge in [try BadgeCard(.typeA, uid: [4, 1, 2, 3]), try BadgeCard(.feliCa, uid: [1, 2, 3, 4, 5, 6, 7, 8])] {
                try await other.replace(with: badge)
                let read = try await run(["read"], pcscd)
                #expect(read.status == 65 && !read.output.contains("tag format"), "\(read.output)")
            }
            var chip = try #require(try TagModel.ntag213.tag(holding: Self.old) as? Type2Chip)
            // The lock bit of page 10, which the container does not show.
            chip.fill([0x00, 0x48, 0x00, 0x04], fromPage: 2)
            try await other.replace(with: chip)
            let locked = try await run(["write", Self.new], pcscd)
            #expect(locked.status == 73, "\(locked.output)")
        }
    }

    /// An ACR122U passes GET_VERSION to its PN532.
    @Test(arguments: [(TagModel.ntag213, 0x12), (.ntag215, 0x3E), (.ultralight, 0x06)] as [(TagModel, UInt8)])
    func `A blank chip gets a container of its real size on an ACR122U`(model: TagModel, length: UInt8) async throws {
        try await PcscServer.with(named: "ACS ACR122U PICC Interface") { pcscd in
            let reader = VirtualReader(port: pcscd.port, profile: .small)
            var chip = try #require(try model.blank() as? Type2Chip)
            chip.fill([0, 0, 0, 0], fromPage: 3)
            try reader.insert(chip)
            let written = try await run(["write", Self.old.replacing("desk=6F-A3", with: "")], pcscd)
            #expect(written.status == 0 || model == .ultralight, "\(written.output)")
            let formatted = try await run(["format"], pcscd)
            #expect(formatted.status == 0, "\(formatted.output)")
            #expect(reader.tag?.memory[12..<16] == [0xE1, 0x10, length, 0x00])
        }
    }

    @Test func `A tag is not locked without confirmation`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag213.tag(holding: Self.old))
            let memory = try #require(reader.tag).memory
            let lock = try ChildProcess(
                [builtProgram("desktap-reader"), "tag", "lock"], in: pcscd.folder, environment: pcscd.environment)
            #expect(await lock.wait() == 1 && lock.output.contains("Nothing was locked"), "\(lock.output)")
            #expect(reader.tag?.memory == memory)
        }
    }

    @Test func `A message that is too long and a tag with another UID are refused`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ultralight.tag(holding: "https://a.example/t"))
            let long = try await run(["write", Self.old + "&note=" + String(repeating: "x", count: 100)], pcscd)
            #expect(long.status == 73 && long.output.contains("bytes missing: "), "\(long.output)")
            let other = try await run(["write", Self.old, "--uid", "04:11:22:33:44:55:66"], pcscd)
            #expect(other.status == 75 && other.output.contains("nother tag is on the reader"), "\(other.output)")
        }
    }

    @Test(
        arguments: [
            (["write"], 64), (["write", "--event", "start", "--server", "https://a.example"], 64),
            (["write", "--event", "toggle", "--server", "https://a.example", "--desk", "A1"], 64),
            (["write", "--event", "start", "--server", "https://a.example", "--desk", "A--1"], 64),
            (["restore", "/nonexistent"], 66), (["info", "--uid", "zz"], 64), (["info"], 75),
        ] as [([String], Int32)])
    func `A tag command ends with the exit status of its failure`(arguments: [String], status: Int32) async throws {
        try await PcscServer.with { pcscd in
            let ended = try await run(arguments, pcscd, timeout: 1)
            #expect(ended.status == status, "\(ended.output)")
        }
    }

    @Test func `A tag command reports that pcscd is not running`() async throws {
        try await PcscServer.with { pcscd in
            await pcscd.kill()
            let ended = try await run(["info"], pcscd)
            #expect(ended.status == 69 && ended.output.contains("sudo systemctl start pcscd.socket"), "\(ended.output)")
        }
    }
}
