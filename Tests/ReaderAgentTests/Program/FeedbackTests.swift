import Foundation
import NFCTag
import TestServers
import Testing
import VirtualReader

@testable import ReaderAgent

/// Sounds and commands after taps: `desktap-reader run` as a process with a real pcscd.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
struct `Feedback of taps` {
    private func start(_ arguments: [String], _ pcscd: PcscServer, server: String) throws -> ChildProcess {
        try ChildProcess(
            [
                builtProgram("desktap-reader"), "run", "--server", server, "--user", "ada", "--queue", pcscd.folder + "/queue",
                "--tag-hosts", "desk.example.com",
            ] + arguments, in: pcscd.folder, environment: pcscd.environment.merging(["DESKTAP_READER_KEY": "k3y"]) { $1 })
    }

    private func tag(_ event: String, _ number: UInt32) throws -> any ContactlessTag {
        try TagModel.ntag213.tag(holding: "https://desk.example.com/t?event=\(event)&desk=6F-A3", number: number)
    }

    @Test func `--on-result runs a command for each result without the keys`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { $0.accepted }
            let names = ["OUTCOME", "MESSAGE", "USER", "DESK", "EVENT", "WAITING", "READER_KEY"]
            let line = names.map { "$DESKTAP_\($0)" }.joined(separator: "|")
            let log = pcscd.folder + "/results"
            let process = try start(["--on-result", "echo \"\(line)\" >> \(log)"], pcscd, server: server.address)
            try await process.waitForOutput("reader +Test Reader 00 00")
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try tag("start", 1))
            try await process.waitForOutput("recorded +start")
            try await reader.replace(with: try TagModel.slix.blank())
            try await process.waitForOutput("not taken")
            let results = try await lines(3, in: log)
            #expect(results[0].hasPrefix("kept|start 6F-A3 ") && results[0].hasSuffix(": saved, 1 waiting|ada|6F-A3|start|1|"))
            #expect(results[1] == "accepted|Good morning.|ada|6F-A3|start|0|")
            #expect(
                results[2].hasPrefix("not_taken|This is a badge or an unwritten tag.")
                    && results[2].hasSuffix("|||||"))
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
        }
    }

    private func lines(_ count: Int, in path: String) async throws -> [Substring] {
        let deadline = ContinuousClock.now + .seconds(30)
        while true {
            let lines = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
            if lines.count >= count || .now > deadline { return try #require(lines.count >= count ? lines : nil) }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    @Test func `Taps do not wait for the server or for an --on-result command that hangs`() async throws {
        try await PcscServer.with { pcscd in
            let process = try start(["--on-result", "sleep 1000 & sleep 1000"], pcscd, server: "http://127.0.0.1:1")
            try await process.waitForOutput("reader +Test Reader 00 00")
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try tag("start", 1))
            try await process.waitForOutput("taken +start 6F-A3 [0-9:]+: saved, 1 waiting")
            try await reader.replace(with: try tag("pause", 2))
            try await process.waitForOutput("taken +pause 6F-A3 [0-9:]+: saved, 2 waiting")
            try await process.waitForOutput("took longer than 5.0 s and was killed")
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
        }
    }

    @Test func `An --on-result command is killed with all its child processes`() async throws {
        try await TestFolder.with { folder in
            let command = ResultCommand(
                "(sleep 1000 & echo $! > \(folder)/child; wait)", within: .milliseconds(500), warn: { _ in })
            let feedback = Feedback(outcome: .stillPresent, message: "", reader: "A")
            let running = Task { try await command.run() }
            command.enqueue(feedback)
            let child = try #require(Int32(try await lines(1, in: folder + "/child")[0]))
            let deadline = ContinuousClock.now + .seconds(30)
            while kill(child, 0) == 0, .now < deadline { try await Task.sleep(for: .milliseconds(20)) }
            #expect(kill(child, 0) != 0)
            running.cancel()
            try await running.value
        }
    }

    @Test(arguments: [("exit 3", "ended with status 3"), ("kill -TERM $$", "was terminated by signal 15")])
    func `A failing --on-result command is reported`(command: String, words: String) async throws {
        try await PcscServer.with { pcscd in
            let process = try start(["--on-result", command], pcscd, server: "http://127.0.0.1:1")
            try await process.waitForOutput("reader +Test Reader 00 00")
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try tag("start", 1))
            try await process.waitForOutput("The command of --on-result \(words)[.]")
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
            // Keeps the reader alive: its tag is removed when it is deallocated.
            withExtendedLifetime(reader) {}
        }
    }

    @Test func `A reader with a buzzer sounds, and one that refuses gets no further commands`() async throws {
        try await PcscServer.with(named: "ACS ACR122U PICC Interface") { pcscd in
            let server = try StubServer { $0.accepted }
            let process = try start([], pcscd, server: server.address)
            try await process.waitForOutput("reader +ACS ACR122U PICC Interface 00 00")
            let reader = VirtualReader(port: pcscd.port, profile: .small)
            func sounds() -> [[UInt8]] { reader.commands.filter { $0.starts(with: [0xFF, 0x00, 0x40]) } }
            try reader.insert(try tag("start", 1))
            let deadline = ContinuousClock.now + .seconds(30)
            while sounds().isEmpty, .now < deadline { try await Task.sleep(for: .milliseconds(20)) }
            #expect(sounds() == [[0xFF, 0x00, 0x40, 0xA0, 0x04, 0x01, 0x00, 0x01, 0x01]])
            // This reader does not support the command.
            try await reader.replace(with: try tag("end", 2))
            try await process.waitForOutput("recorded +end")
            #expect(sounds().isEmpty)
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
        }
    }

    @Test func `Taps work with a driver that does not support escape commands`() async throws {
        try await PcscServer.with(named: "ACS ACR1252 Reader") { pcscd in
            let server = try StubServer { $0.accepted }
            let process = try start([], pcscd, server: server.address)
            try await process.waitForOutput("reader +ACS ACR1252 Reader 00 00")
            let reader = VirtualReader(port: pcscd.port)
            for (number, event) in ["start", "pause", "end"].enumerated() {
                try await reader.replace(with: try tag(event, UInt32(number)))
                try await process.waitForOutput("recorded +\(event)")
            }
            process.signal(SIGTERM)
            #expect(await process.wait() == 0)
        }
    }

    @Test(arguments: [
        ("ACS ACR122U PICC Interface 00 00", SignalModel.Method.pseudoAPDU), ("ACS ACR1252 Dual Reader 00 00", .escape),
        ("ACS ACR1552 1S CL Reader 00 00", .escape), ("HID Global OMNIKEY 5022 00 00", nil),
    ])
    func `The buzzer commands of a reader are found by its name`(name: String, method: SignalModel.Method?) {
        #expect(SignalModel.named(name)?.method == method)
    }
}
