import Foundation
import TestOffice
import TestServers
import Testing

/// `scripts/run` and `scripts/tap` with the programs that the tests built.
@Suite(
    .enabled(if: TestDatabase.isAvailable, Comment(rawValue: TestDatabase.help)),
    .enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .timeLimit(.minutes(10)))
struct `The demo` {
    @Test func `The demo starts again after a stop and after kill -9 of all its processes, and records taps each time`()
        async throws
    {
        try await TestFolder.with { folder in
            var recorded = 0
            func tapOnce(_ event: String, _ sentence: String, _ demo: RunningDemo) async throws {
                let before = try await demo.recordedTaps()
                #expect(before >= recorded)
                let answer = try await demo.tap("6F-A3", event)
                #expect(answer.wholeMatch(of: /ada, \d\d:\d\d: (.+)\n/)?.1 == sentence[...], "\(answer)")
                recorded = try await demo.recordedTaps(after: before)
                #expect(recorded == before + 1)
            }
            var demo = try await RunningDemo(in: folder)
            try await tapOnce("start", "You are at work at 6F-A3.", demo)
            let log = try String(contentsOfFile: folder + "/data/server.log", encoding: .utf8)
            #expect(log.split(separator: "\n").count == 1, "the server logs no warning: \(log)")
            #expect(await demo.script.stop() == 0, "\(demo.script.output)")
            demo = try await RunningDemo(in: folder)
            try await tapOnce("pause", "Enjoy your break.", demo)
            try await demo.killAll()
            demo = try await RunningDemo(in: folder)
            try await tapOnce("end", "Clocked out. See you next time.", demo)
            let refusal = try await #require(throws: ChildProcess.Failure.self) { try await demo.tap("9Z-Z9", "start") }
            #expect("\(refusal)".contains("nothing was recorded for ada: ") && "\(refusal)".contains("9Z-Z9"))
            #expect(await demo.script.stop() == 0, "\(demo.script.output)")
            #expect(try demo.processes().isEmpty)
        }
    }

    @Test func `Without the demo the script names the first administrator's link, and its folder is closed to others`()
        async throws
    {
        try await TestFolder.with { folder in
            let script = try RunningDemo.start(in: folder, "--no-demo")
            let data = folder + "/data"
            try await script.waitForOutput("link is in \(data)/first-administrator-link")
            #expect(!script.output.contains("/first-administrator/"))
            let link = try String(contentsOfFile: data + "/first-administrator-link", encoding: .utf8)
            #expect(link.hasPrefix("http://127.0.0.1:"))
            func mode(_ path: String) throws -> Int? {
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try [0o700, 0o710].contains(mode(data)))
            for file in try FileManager.default.contentsOfDirectory(atPath: data) {
                #expect(try (mode(data + "/" + file) ?? 0o777) & 0o077 == 0, "\(file)")
            }
            #expect(await script.stop() == 0, "\(script.output)")
        }
    }
}

/// A demo that `scripts/run` started. A later demo in the same folder continues with its data.
private struct RunningDemo {
    let script: ChildProcess
    private let data: String

    init(in folder: String) async throws {
        data = folder + "/data"
        script = try Self.start(in: folder)
        try await script.waitForOutput("Ctrl-C stops everything")
    }

    static func start(in folder: String, _ options: String...) throws -> ChildProcess {
        let programs = URL(filePath: builtProgram("desktap")).deletingLastPathComponent().path
        let port = String(Int.random(in: 12_000..<20_000))
        return try ChildProcess(
            ["\(TestOffice.checkout)/scripts/run", "--data", folder + "/data", "--port", port, "--programs", programs]
                + options,
            in: folder, environment: ["DESKTAP_DATABASE": "", "DESKTAP_LOG_LEVEL": ""])
    }

    @discardableResult
    func tap(_ desk: String, _ event: String) async throws -> String {
        try await ChildProcess.run(["\(TestOffice.checkout)/scripts/tap", desk, event, "--data", data])
    }

    /// The number of taps that the reader sent. Waits until it exceeds `count`.
    func recordedTaps(after count: Int = -1) async throws -> Int {
        let settings = try String(contentsOfFile: data + "/run.env", encoding: .utf8)
        let sockets = try #require(settings.firstMatch(of: /VIRTUAL_READER=(.+)\/reader\n/)?.output.1)
        let query = "select count(*) from log_place where reader_id is not null"
        while true {
            let answer = try await ChildProcess.run(
                ["psql", "-h", String(sockets), "-U", "postgres", "-d", "desktap", "-qAtc", query])
            if let taps = Int(answer.trimmingCharacters(in: .whitespacesAndNewlines)), taps > count { return taps }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// The ids of this demo's running processes: their arguments or environment contain its folder.
    func processes() throws -> [Int32] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }.filter { id in
            ["cmdline", "environ"].contains { file in
                FileManager.default.contents(atPath: "/proc/\(id)/\(file)").map { String(decoding: $0, as: UTF8.self) }?
                    .contains(data) == true
            }
        }
    }

    /// Kills all processes at once, like a power failure.
    func killAll() async throws {
        for id in try processes() { kill(id, SIGKILL) }
        _ = await script.wait()
        while try !processes().isEmpty { try await Task.sleep(for: .milliseconds(20)) }
    }
}
