import Foundation
import NFCTag
import TestServers
import Testing
import VirtualReader

/// `desktap-reader tag` as a process, on virtual tags behind a real pcscd.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
struct `Tag tools` {
    private static let old = "https://desk.example.com/t?event=start&desk=6F-A3"
    private static let new = "https://desk.example.com/t?event=pause&desk=7F-B1"

    /// Runs a command to its end.
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
    func `prepare, write, read, erase and write again every kind of tag`(model: TagModel) async throws {
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
    func `find the way that the reader has`(model: TagModel, profile: ReaderProfile) async throws {
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
    func `leave the old address, none or the new one on a tag pulled away, and heal it`(
        model: TagModel, command: Int
    ) async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port, profile: .withoutFrames)
            try reader.insert(
                try model.tag(holding: Self.old), pulledAway: .init(atCommand: command, isCarriedOut: command % 2 == 0))
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

    /// The address in a tag's memory, nil where it is empty.
    private static func uri(on tag: any ContactlessTag) -> String? {
        switch tag.content {
        case .empty: return nil
        case .message(let message): return message.firstURI ?? "no address"
        case .unformatted, .damaged: return "damaged"
        }
    }

    @Test(arguments: [TagModel.ntag213, .slix])
    func `lock a tag for ever`(model: TagModel) async throws {
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

    @Test func `dump a memory and restore it`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.slix.tag(holding: Self.old))
            let memory = try #require(reader.tag).memory
            let file = pcscd.folder + "/dump"
            let dump = try await run(["dump", "--reverse-blocks", "--output", file], pcscd)
            #expect(dump.status == 0, "\(dump.output)")
            #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("010D40E1\n"))
            try await reader.replace(with: try TagModel.slix.blank(number: 2))
            let restored = try await run(["restore", "--reverse-blocks", file], pcscd)
            #expect(restored.status == 0, "\(restored.output)")
            #expect(reader.tag?.memory == memory)
        }
    }

    @Test func `refuse what does not fit and what is another tag`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ultralight.tag(holding: "https://a.example/t"))
            let long = try await run(["write", Self.old + "&note=" + String(repeating: "x", count: 100)], pcscd)
            #expect(long.status == 73 && long.output.contains("bytes are missing"), "\(long.output)")
            let other = try await run(["write", Self.old, "--uid", "04:11:22:33:44:55:66"], pcscd)
            #expect(other.status == 75 && other.output.contains("nother tag lies on the reader"), "\(other.output)")
        }
    }

    @Test(
        arguments: [
            (["write"], 64), (["write", "--event", "start", "--server", "https://a.example"], 64),
            (["write", "--event", "toggle", "--server", "https://a.example", "--desk", "A1"], 64),
            (["write", "--event", "start", "--server", "https://a.example", "--desk", "A--1"], 64),
            (["restore", "/nonexistent"], 64), (["info", "--uid", "zz"], 64), (["info"], 75),
        ] as [([String], Int32)])
    func `end with the status that says why`(arguments: [String], status: Int32) async throws {
        try await PcscServer.with { pcscd in
            let ended = try await run(arguments, pcscd, timeout: 1)
            #expect(ended.status == status, "\(ended.output)")
        }
    }

    @Test func `say that pcscd is not running`() async throws {
        try await PcscServer.with { pcscd in
            await pcscd.kill()
            let ended = try await run(["info"], pcscd)
            #expect(ended.status == 69 && ended.output.contains("sudo systemctl start pcscd.socket"), "\(ended.output)")
        }
    }
}
