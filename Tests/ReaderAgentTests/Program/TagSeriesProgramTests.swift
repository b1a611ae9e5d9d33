import Foundation
import NFCTag
import TestServers
import Testing
import VirtualReader

/// `desktap-reader tag write --from` as a process, on virtual tags behind a real pcscd.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
struct `Tag list command` {
    private static func address(_ desk: Int) -> String { "https://desk.example.com/t?event=start&desk=6F-A\(desk)" }

    private static func write(_ count: Int, to folder: String, line wrong: Int? = nil) throws -> String {
        var lines = ["office,desk,event,address"] + (1...count).map { "Tokyo,6F-A\($0),start,\(address($0))" }
        if let wrong { lines[wrong - 1] = "Tokyo,6F-A\(wrong),strat,\(address(wrong))" }
        let path = folder + "/tags.csv"
        try lines.map { $0 + "\r\n" }.joined().write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func start(
        _ arguments: [String], _ pcscd: PcscServer, timeout: Int = 60, input: String = "/dev/null"
    ) throws -> ChildProcess {
        try ChildProcess(
            ["sh", "-c", "input=$1; shift; exec \"$@\" < \"$input\"", "sh", input]
                + [builtProgram("desktap-reader"), "tag", "write"] + arguments + ["--timeout", String(timeout)],
            in: pcscd.folder, environment: pcscd.environment)
    }

    @Test func `The tags of a list are written one after the other, and continue after an interruption`() async throws {
        try await PcscServer.with { pcscd in
            let list = try Self.write(3, to: pcscd.folder)
            let reader = VirtualReader(port: pcscd.port)
            let first = try start(["--from", list], pcscd)
            try await first.waitForOutput("1 of 3: 6F-A1 start. Place the next tag")
            try reader.insert(try TagModel.ntag213.blank(number: 1))
            try await first.waitForOutput("1 of 3: 6F-A1 start written")
            try await first.waitForOutput("2 of 3: 6F-A2 start. Place the next tag")
            first.signal(SIGKILL)
            _ = await first.wait()
            // The present tag is done. The next one is of another kind, and is removed once during the write.
            let second = try start(["--from", list], pcscd)
            try await second.waitForOutput("1 of 3 are already done")
            try await second.waitForOutput("already in use for 6F-A1 start")
            try reader.remove()
            try await Task.sleep(for: VirtualReader.detectionTime)
            try reader.insert(try TagModel.slix.blank(number: 2), removal: .init(atCommand: 9))
            try await second.waitForOutput("Waiting for another tag(?s:.*)Waiting for another tag")
            let tag = try #require(reader.tag)
            try await reader.replace(with: tag)
            try await second.waitForOutput("2 of 3: 6F-A2 start written")
            try await reader.replace(with: try TagModel.type4.tag(holding: Self.address(3), number: 3))
            try await second.waitForOutput("3 of 3: 6F-A3 start unchanged")
            #expect(await second.wait() == 0)
            #expect(
                second.output.contains(
                    "3 of 3 are done, 2 of them in this run. The results are in \(pcscd.folder)/tags.results."))
            let results = try String(contentsOfFile: pcscd.folder + "/tags.results.csv", encoding: .utf8)
            #expect(results.split(separator: "\r\n").count == 4 && results.contains("3,Tokyo,6F-A2,start,E0"))
            let third = try start(["--from", list], pcscd)
            #expect(await third.wait() == 0)
        }
    }

    /// The reader returns 16 bytes per read. This limit is known for one of the names, and detected with the first tag for
    /// the other.
    @Test(arguments: [("Test Reader", true), ("ACS ACR122U PICC", false)])
    func `The reader's limits are detected once per list`(name: String, isTriedOnce: Bool) async throws {
        try await PcscServer.with(named: name) { pcscd in
            let list = try Self.write(2, to: pcscd.folder)
            let reader = VirtualReader(port: pcscd.port, profile: .small)
            let process = try start(["--from", list], pcscd)
            for number in 1...2 {
                try await reader.replace(with: try TagModel.ntag213.blank(number: UInt32(number)))
                try await process.waitForOutput("\(number) of 2: 6F-A\(number) start written")
                let asksForMore = reader.commands.contains { $0.starts(with: [0xFF, 0xB0]) && !(1...16).contains($0[4]) }
                #expect(asksForMore == (isTriedOnce && number == 1))
            }
            #expect(await process.wait() == 0)
        }
    }

    @Test func `A tag of another desk of the list is overwritten only after confirmation`() async throws {
        try await PcscServer.with { pcscd in
            let list = try Self.write(2, to: pcscd.folder)
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag213.tag(holding: Self.address(2)))
            let refusing = try start(["--from", list, "--desk", "6F-A1"], pcscd, timeout: 2)
            #expect(await refusing.wait() == 75)
            #expect(refusing.output.contains("This tag contains 6F-A2 start") && refusing.output.contains("to continue"))
            #expect(reader.tag?.content.message?.firstURI == Self.address(2))
            let terminal = try TestTerminal()
            let asking = try start(["--from", list, "--desk", "6F-A1"], pcscd, timeout: 2, input: terminal.path)
            try await asking.waitForOutput("Overwrite it with 6F-A1 start\\? \\[y/N\\]")
            terminal.type("n\n")
            #expect(await asking.wait() == 75)
            #expect(reader.tag?.content.message?.firstURI == Self.address(2))
            let taking = try start(["--from", list, "--desk", "6F-A1", "--overwrite", "--json"], pcscd)
            #expect(await taking.wait() == 0)
            #expect(taking.output.contains(#""outcome":"written""#) && taking.output.contains(#""of":1"#))
            #expect(reader.tag?.content.message?.firstURI == Self.address(1))
        }
    }

    @Test func `A list with one invalid line among three hundred is not started`() async throws {
        try await PcscServer.with { pcscd in
            let list = try Self.write(300, to: pcscd.folder, line: 217)
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag213.blank())
            let process = try start(["--from", list], pcscd)
            #expect(await process.wait() == 65)
            #expect(process.output.contains("Line 217: 'strat' is not start, pause or end."))
            #expect(process.output.contains("Nothing was written"))
            #expect(reader.commands.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: pcscd.folder + "/tags.results.csv"))
        }
    }

    @Test(
        arguments: [
            (["--from", "/nonexistent"], 66), (["--results", "x"], 64), (["--from", "LIST", "--event", "end"], 64),
            (["--from", "LIST", "--results", "/nonexistent/x"], 74), (["--from", "LIST", "https://desk.example.com/t"], 64),
        ] as [([String], Int32)])
    func `A tag list command ends with the exit status of its failure`(arguments: [String], status: Int32) async throws {
        try await PcscServer.with { pcscd in
            let list = try Self.write(1, to: pcscd.folder)
            let process = try start(arguments.map { $0 == "LIST" ? list : $0 }, pcscd, timeout: 1)
            #expect(await process.wait() == status, "\(process.output)")
        }
    }

    @Test func `A tag list command ends with a sentence if pcscd ends, and continues later`() async throws {
        try await PcscServer.with { pcscd in
            let list = try Self.write(1, to: pcscd.folder)
            let process = try start(["--from", list], pcscd)
            try await process.waitForOutput("Place the next tag")
            await pcscd.kill()
            #expect(await process.wait() == 69)
            #expect(process.output.contains("sudo systemctl start pcscd.socket"))
            try await pcscd.restart()
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag213.blank())
            let again = try start(["--from", list], pcscd)
            #expect(await again.wait() == 0, "\(again.output)")
        }
    }
}
