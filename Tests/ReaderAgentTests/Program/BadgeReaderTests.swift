import Foundation
import NFCTag
import TestServers
import Testing
import VirtualReader

/// `desktap-reader run` for badges as a process, with a real pcscd and a scripted server.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
struct `Reader for badges` {
    /// Names the standard output as systemd names the socket of its journal.
    private static let journal = "exec 3>&1; export JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/3); "

    private func start(
        _ arguments: [String], _ pcscd: PcscServer, _ server: StubServer, input: String = "/dev/null", isJournal: Bool = false
    ) throws -> ChildProcess {
        let command =
            [
                builtProgram("desktap-reader"), "run", "--server", server.address, "--queue", pcscd.folder + "/queue",
            ] + arguments
        return try ChildProcess(
            ["sh", "-c", (isJournal ? Self.journal : "") + "input=$1; shift; exec \"$@\" < \"$input\"", "sh", input] + command,
            in: pcscd.folder, environment: pcscd.environment.merging(["DESKTAP_READER_KEY": "k3y"]) { $1 })
    }

    private func badges(_ server: StubServer) -> [String] {
        server.requests.flatMap(\.taps).map { tap in
            (tap["badge"] ?? "").filter { $0.isLetter || $0.isNumber }
        }
    }

    @Test func `Every kind of badge makes one tap while it stays on the reader`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { $0.accepted }
            let process = try start(["--desk", "6F-A3", "--office", "Tokyo"], pcscd, server)
            try await process.waitForOutput("reader +Test Reader 00 00")
            let reader = VirtualReader(port: pcscd.port)
            let badges =
                [
                    (BadgeCard.Kind.typeA, [0x04, 1, 2, 3], "nfca"), (.typeADEP, [0x04, 1, 2, 3, 4, 5, 6], "nfca"),
                    (.typeB, [0x08, 1, 2, 3], "nfcb"), (.feliCa, [1, 0x27, 3, 4, 5, 6, 7, 8], "felica"),
                    (.iso15693, [0xE0, 0x16, 3, 4, 5, 6, 7, 8], "iso15693"),
                ] as [(BadgeCard.Kind, [UInt8], String)]
            for (number, (kind, uid, name)) in badges.enumerated() {
                try await reader.replace(with: try BadgeCard(kind, uid: uid))
                try await process.waitForOutput("(?s)(recorded +start 6F-A3.*){\(number + 1)}")
                let tap = try #require(server.requests.last?.taps.last)
                #expect(tap["user"] == nil && tap["desk"] == "6F-A3" && tap["office"] == "Tokyo" && tap["kind"] == "start")
                let digits = uid.map { String(format: "%02X", $0) }.joined()
                #expect(tap["badge"]?.contains(digits) == true && tap["badge"]?.contains(name) == true, "\(tap)")
            }
            #expect(process.output.contains("saved, 1 waiting"))
            // An unformatted sticker also counts as a badge. A badge that returns immediately was not removed.
            try await reader.replace(with: try TagModel.ntag213.blank())
            try await process.waitForOutput("(?s)(recorded +start 6F-A3.*){6}")
            let sticker = try reader.remove()
            await pcscd.kill()
            try await process.waitForOutput("pcscd +The smart card service")
            try await pcscd.restart()
            try reader.insert(sticker)
            try await process.waitForOutput("present +The tag on Test Reader 00 00")
            #expect(server.requests.flatMap(\.taps).count == 6)
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
        }
    }

    @Test func `The journal of a reader names no desk, badge or person`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { $0.accepted }
            let process = try start(["--desk", "6F-A3"], pcscd, server, isJournal: true)
            try await process.waitForOutput("reader +Test Reader 00 00")
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try BadgeCard(.typeA, uid: [0x04, 0xA1, 0xB2, 0xC3]))
            try await process.waitForOutput("taken +a tap: saved, 1 waiting")
            try await process.waitForOutput("recorded +a tap\n")
            try await reader.replace(with: try TagModel.slix.tag(holding: server.address + "/t?event=start&desk=6F-A3"))
            try await process.waitForOutput("not taken the tag on Test Reader 00 00: ")
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
            for text in ["6F-A3", "Good morning", "04A1", "04:A1"] {
                #expect(!process.output.contains(text), "\(process.output)")
            }
        }
    }

    @Test func `A random UID and a desk tag are refused as badges with the reason`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { $0.accepted }
            let process = try start(["--event", "end"], pcscd, server)
            try await process.waitForOutput("reader +Test Reader 00 00")
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try BadgeCard(.typeADEP, uid: [0x08, 1, 2, 3]))
            try await process.waitForOutput("not taken .*new random number at every tap")
            let tag = try TagModel.slix.tag(holding: server.address + "/t?event=start&desk=6F-A3")
            try await reader.replace(with: tag)
            try await process.waitForOutput("not taken This is a desk tag \\(start 6F-A3\\)")
            #expect(server.requests.flatMap(\.taps).isEmpty)
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
        }
    }

    @Test func `An event choice is read from a pipe`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { $0.accepted }
            let pipe = pcscd.folder + "/buttons"
            mkfifo(pipe, 0o600)
            let buttons = try #require(FileHandle(forUpdatingAtPath: pipe))
            let process = try start(["--desk", "6F-A3", "--choose", "--reader", "00 00"], pcscd, server, input: pipe)
            try await process.waitForOutput("reader +Test Reader 00 00")
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try BadgeCard(.typeA, uid: [4, 1, 2, 3]))
            try await process.waitForOutput("not taken Choose start, pause or end first")
            buttons.write(Data("nonsense\npause\n".utf8))
            try await process.waitForOutput("chosen +pause")
            try await reader.replace(with: try BadgeCard(.typeA, uid: [4, 1, 2, 3]))
            try await process.waitForOutput("recorded +pause 6F-A3")
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
        }
    }

    @Test func `An event choice is read from a key of the terminal, whose settings are restored`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { $0.accepted }
            let terminal = try TestTerminal()
            let before = terminal.isCooked
            let process = try start(
                ["--desk", "6F-A3", "--choose", "--reader", "00 00"], pcscd, server, input: terminal.path)
            try await process.waitForOutput("reader +Test Reader 00 00")
            #expect(before && !terminal.isCooked)
            terminal.type("xE")
            try await process.waitForOutput("chosen +end")
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try BadgeCard(.feliCa, uid: [1, 0x27, 3, 4, 5, 6, 7, 8]))
            try await process.waitForOutput("recorded +end 6F-A3")
            process.signal(SIGINT)
            #expect(await process.wait() == 0)
            #expect(terminal.isCooked)
        }
    }

    @Test(arguments: [
        (["--user", "ada", "--desk", "6F-A3"], "Use one kind"), (["--event", "start"], "A start needs a desk"),
        (["--desk", "A--1"], "not a valid desk name"),
        (["--desk", "A1", "--event", "toggle"], "not start, pause or end"),
    ])
    func `Inconsistent settings for badges are rejected with the reason`(arguments: [String], sentence: String) async throws {
        try await TestFolder.with { folder in
            let process = try ChildProcess(
                [builtProgram("desktap-reader"), "run", "--server", "http://127.0.0.1:1"] + arguments, in: folder,
                environment: ["DESKTAP_READER_KEY": "k3y"])
            #expect(await process.wait() == 64)
            #expect(process.output.contains(sentence), "\(process.output)")
        }
    }
}
