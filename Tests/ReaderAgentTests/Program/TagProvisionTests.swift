import Attendance
import Foundation
import NFCTag
import TestServers
import Testing
import VirtualReader

/// `desktap-reader tag provision` as a process, with a real pcscd and a scripted server.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
struct `Provisioning` {
    /// A certificate as a server issues it, without a valid signature.
    private static let certificate = TagCertificate(
        key: 1, issued: CivilDate(daysSince1970: 20778), signature: Array(repeating: 0x5A, count: 64))

    private static func issued(to request: StubServer.Request, word: String? = nil) -> StubServer.Answer {
        guard request.path == "/api/tags/certificates" else { return StubServer.Answer(status: 204) }
        let certificate = request.body["certificate"] == nil ? #""certificate":"\#(certificate?.base64URL ?? "")","# : ""
        let word = request.body["word"] == nil ? word.map { #""word":"\#($0)","# } ?? "" : ""
        return StubServer.Answer(
            status: 201,
            body: #"{\#(certificate)\#(word)"uid":"\#(request.body["uid"] ?? "")","desk":"6F-A3","event":"start","key":1}"#)
    }

    private static func problem(_ status: Int, _ detail: String) -> StubServer.Answer {
        StubServer.Answer(status: status, body: #"{"status":\#(status),"detail":"\#(detail)","reason":"word"}"#)
    }

    private func provision(
        _ arguments: [String] = [], at server: String, _ pcscd: PcscServer, timeout: Int = 60
    ) throws -> ChildProcess {
        try ChildProcess(
            [
                builtProgram("desktap-reader"), "tag", "provision", "--server", server, "--timeout", String(timeout),
            ] + arguments + (arguments.contains("--from") ? [] : ["--desk", "6F-A3", "--event", "start"]), in: pcscd.folder,
            environment: pcscd.environment.merging(["DESKTAP_READER_PERSONAL_KEY": "adas-key"]) { $1 })
    }

    private func isProvisioned(_ tag: (any ContactlessTag)?, at server: String) -> Bool {
        guard let records = tag?.content.message?.records, records.count == 2 else { return false }
        return records[0].uri == server + "/t?event=start&desk=6F-A3" && records[1].isExternal("desktap", "c")
            && records[1].payload == Self.certificate?.payload
    }

    @Test(arguments: [TagModel.ntag213, .slix2, .st25dv64k, .type4])
    func `Provisioning writes the certificate after the address and notifies the server`(model: TagModel) async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { Self.issued(to: $0) }
            let reader = VirtualReader(port: pcscd.port)
            let tag = try model.blank()
            try reader.insert(tag)
            let first = try provision(at: server.address, pcscd)
            #expect(await first.wait() == 0, "\(first.output)")
            #expect(isProvisioned(reader.tag, at: server.address))
            let uid = tag.uid.map { String(format: "%02X", $0) }.joined()
            #expect(server.requests.map(\.path) == ["/api/tags/certificates", "/api/tags/\(uid)/written"])
            #expect(server.requests.allSatisfy { $0.key == "Bearer adas-key" })
            #expect(
                server.requests[0].body == ["uid": uid, "address": server.address + "/t?event=start&desk=6F-A3"])
            let second = try provision(at: server.address, pcscd)
            #expect(await second.wait() == 0, "\(second.output)")
            #expect(isProvisioned(reader.tag, at: server.address))
            let info = try await ChildProcess.run(
                [builtProgram("desktap-reader"), "tag", "read", "--json"], in: pcscd.folder, environment: pcscd.environment)
            #expect(info.contains(#""certificate":"key 1, issued 2026-11-21""#), "\(info)")
            #expect(info.contains(#""tnf":4,"type":"\#("desktap:c".utf8.map { String($0, radix: 16) }.joined())""#), "\(info)")
        }
    }

    /// The tag's secret replaces the list's. A longer host leaves room for the certificate only, or for neither.
    @Test(arguments: [(17, true), (18, false), (31, false)])
    func `Provisioning an NTAG213 adds a secret and a certificate if the address leaves room`(
        host length: Int, hasWord: Bool
    ) async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { Self.issued(to: $0, word: "AAECAwQFBv8") }
            let address = "https://\(String(repeating: "h", count: length))/t"
            let list = pcscd.folder + "/tags.csv"
            try "office,desk,event,address\nTokyo,6F-A3,start,\(address)?event=start&desk=6F-A3&k=AAAAAAAAAAA\n"
                .write(toFile: list, atomically: true, encoding: .utf8)
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag213.blank())
            let process = try provision(["--from", list], at: server.address, pcscd)
            #expect(await process.wait() == 0, "\(process.output)")
            let records = try #require(reader.tag?.content.message?.records)
            #expect(records[0].uri == address + "?e=start&d=6F-A3" + (hasWord ? "&k=AAECAwQFBv8" : ""))
            #expect(records.count == 2 && records[1].payload == Self.certificate?.payload)
            #expect((server.requests.first?.body["word"] == nil) == hasWord)
            #expect(process.output.contains("no room for a secret") != hasWord, "\(process.output)")
        }
    }

    @Test func `Provisioning asks for a larger tag if an NTAG213 has no room for a certificate`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { Self.issued(to: $0, word: "AAECAwQFBv8") }
            let address = "https://\(String(repeating: "h", count: 32))/t"
            let list = pcscd.folder + "/tags.csv"
            try "office,desk,event,address\nTokyo,6F-A3,start,\(address)?event=start&desk=6F-A3\n"
                .write(toFile: list, atomically: true, encoding: .utf8)
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag213.blank())
            let process = try provision(["--from", list], at: server.address, pcscd)
            try await process.waitForOutput("too small for the address and a certificate .bytes missing: 1")
            try await reader.replace(with: try TagModel.ntag215.blank(number: 2))
            #expect(await process.wait() == 0, "\(process.output)")
            let records = try #require(reader.tag?.content.message?.records)
            #expect(records[0].uri == address + "?e=start&d=6F-A3&k=AAECAwQFBv8")
        }
    }

    @Test func `Provisioning does not change another tag, and waits for the certificate's tag`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            let other = try TagModel.ntag213.tag(holding: "https://desk.example.com/t?event=end", number: 2)
            let server = try StubServer { request in
                if request.path == "/api/tags/certificates" {
                    _ = try? reader.remove()
                    Thread.sleep(forTimeInterval: 1)
                    try? reader.insert(other)
                    Thread.sleep(forTimeInterval: 1)
                }
                return Self.issued(to: request)
            }
            let wanted = try TagModel.ntag213.blank(number: 1)
            try reader.insert(wanted)
            let process = try provision(at: server.address, pcscd)
            try await process.waitForOutput("This is the tag 04A35C00000002, but 04A35C00000001 is expected")
            #expect(reader.tag?.memory == other.memory)
            try await reader.replace(with: wanted)
            #expect(await process.wait() == 0, "\(process.output)")
            #expect(isProvisioned(reader.tag, at: server.address))
        }
    }

    @Test(arguments: [TagModel.ntag213, .slix2], [0, 7, 14, 20, 26, 32])
    func `Provisioning continues with a tag that was removed`(model: TagModel, command: Int) async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { Self.issued(to: $0) }
            let reader = VirtualReader(port: pcscd.port, profile: .withoutFrames)
            try reader.insert(
                try model.tag(holding: "https://desk.example.com/t?event=end"), removal: .init(atCommand: command))
            let first = try provision(at: server.address, pcscd, timeout: 3)
            let status = await first.wait()
            #expect(status == 75 || status == 0, "\(first.output)")
            let tag = try #require(reader.tag)
            switch tag.content {
            case .empty, .message: break
            case .unformatted, .damaged: Issue.record("\(tag.content)")
            }
            try await reader.replace(with: tag)
            let second = try provision(at: server.address, pcscd)
            #expect(await second.wait() == 0, "\(second.output)")
            #expect(isProvisioned(reader.tag, at: server.address))
        }
    }

    @Test(
        arguments: [
            (problem(403, "no"), 77, "Use a key for tags"), (problem(401, "no"), 77, "(401)"),
            (StubServer.Answer(status: 403, body: "<p>No.</p>", type: "text/html"), 76, "not understood"),
            (
                problem(409, "The tag stands for 6F-B1 start."), 65,
                "stands for 6F-B1 start. To end that registration, use --replace"
            ),
            (problem(404, "There is no desk 6F-A3."), 65, "There is no desk 6F-A3."),
            (StubServer.Answer(status: 404), 76, "not understood"), (problem(503, "Later."), 75, "run the same command again"),
            (StubServer.Answer(status: 201, body: "{}"), 76, "not understood"),
            (StubServer.Answer(status: 201, body: #"{"uid":"04A35C00000001","certificate":"AQ"}"#), 76, "not understood"),
            (StubServer.Answer(status: 201, body: #"{"uid":"04A35C00000002"}"#), 76, "not understood"),
        ] as [(StubServer.Answer, Int32, String)])
    func `Nothing is written if the server issues no certificate`(
        answer: StubServer.Answer, status: Int32, sentence: String
    ) async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { _ in answer }
            let reader = VirtualReader(port: pcscd.port)
            let tag = try TagModel.ntag213.blank()
            try reader.insert(tag)
            let process = try provision(at: server.address, pcscd)
            #expect(await process.wait() == status, "\(process.output)")
            #expect(process.output.contains(sentence), "\(process.output)")
            #expect(reader.tag?.memory == tag.memory && server.requests.count == 1)
        }
    }

    @Test func `Provisioning reports an unreachable server and a missing notification`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag213.blank())
            let unreachable = try provision(at: "http://127.0.0.1:1", pcscd)
            #expect(await unreachable.wait() == 75)
            #expect(unreachable.output.contains("cannot be reached: the connection was refused"), "\(unreachable.output)")
            let server = try StubServer { request in
                request.path == "/api/tags/certificates" ? Self.issued(to: request) : Self.problem(500, "Broken.")
            }
            let untold = try provision(at: server.address, pcscd)
            #expect(await untold.wait() == 75)
            #expect(
                untold.output.contains("was written, but the server has not been notified yet. Broken."), "\(untold.output)")
            #expect(isProvisioned(reader.tag, at: server.address))
        }
    }

    @Test func `Provisioning reports missing bytes, and --uid-only registers the UID`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { Self.issued(to: $0) }
            let reader = VirtualReader(port: pcscd.port)
            let tag = try TagModel.ultralight.blank()
            try reader.insert(tag)
            let small = try provision(at: server.address, pcscd)
            #expect(await small.wait() == 73)
            #expect(small.output.contains("bytes missing: ") && small.output.contains("--uid-only"), "\(small.output)")
            #expect(reader.tag?.memory == tag.memory && server.requests.isEmpty)
            let alone = try provision(["--uid-only", "--replace"], at: server.address, pcscd)
            #expect(await alone.wait() == 0, "\(alone.output)")
            #expect(server.requests.first?.body["certificate"] == "0" || server.requests.first?.body["certificate"] == "false")
            #expect(server.requests.first?.body["replace"] != nil)
            #expect(reader.tag?.content.message?.records.count == 1)
        }
    }

    @Test func `Provisioning a list asks for another tag if one is in use`() async throws {
        try await PcscServer.with { pcscd in
            let server = try StubServer { request in
                request.body["uid"] == "04A35C00000009" ? Self.problem(409, "It stands for 6F-B1.") : Self.issued(to: request)
            }
            let list = pcscd.folder + "/tags.csv"
            let lines = [3, 4].map { "Tokyo,6F-A\($0),start,\(server.address)/t?event=start&desk=6F-A\($0)" }
            let text = (["office,desk,event,address"] + lines).joined(separator: "\n")
            try text.write(toFile: list, atomically: true, encoding: .utf8)
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag213.blank(number: 9))
            let process = try provision(["--from", list], at: server.address, pcscd)
            try await process.waitForOutput("It stands for 6F-B1. To end that registration, use --replace")
            try await reader.replace(with: try TagModel.ntag213.blank(number: 1))
            try await process.waitForOutput("1 of 2: 6F-A3 start provisioned")
            #expect(isProvisioned(reader.tag, at: server.address))
            try await reader.replace(with: try TagModel.ntag216.blank(number: 2))
            #expect(await process.wait() == 0, "\(process.output)")
            #expect(try String(contentsOfFile: pcscd.folder + "/tags.results.csv", encoding: .utf8).contains("provisioned"))
        }
    }

    @Test func `Provisioning without an administrator's key is refused`() async throws {
        try await TestFolder.with { folder in
            let process = try ChildProcess(
                [
                    builtProgram("desktap-reader"), "tag", "provision", "--server", "https://desk.example.com", "--desk", "A1",
                    "--event", "start",
                ], in: folder, environment: ["DESKTAP_READER_PERSONAL_KEY": ""])
            #expect(await process.wait() == 64)
            #expect(process.output.contains("desktap person key ADMINISTRATOR --tags"))
        }
    }
}
