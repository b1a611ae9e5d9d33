import Foundation
import NFCTag
import PCSC
import Synchronization
import TestServers
import Testing
import VirtualReader

@testable import ReaderAgent

/// Failures of readers and pcscd during commands of `desktap-reader`.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)))
struct `Reader failures` {
    private static let old = "https://desk.example.com/t?event=start&desk=6F-A3"
    private static let new = "https://desk.example.com/t?event=pause&desk=7F-B1"

    /// A tag that blocks at its second write until the test continues.
    private struct SlowTag: ContactlessTag {
        var tag: any ContactlessTag
        let isWriting: Flag
        let mayGoOn: Flag
        private var writes = 0

        init(_ tag: any ContactlessTag, isWriting: Flag, mayGoOn: Flag) {
            self.tag = tag
            self.isWriting = isWriting
            self.mayGoOn = mayGoOn
        }

        var uid: [UInt8] { tag.uid }
        var technology: Technology { tag.technology }
        var historicalBytes: [UInt8] { tag.historicalBytes }
        var memory: [UInt8] { tag.memory }
        var bytesRead: Set<Int> { tag.bytesRead }

        mutating func powerUp() { tag.powerUp() }

        mutating func receive(_ frame: [UInt8]) -> [UInt8]? {
            // WRITE of a Type 2 tag, WRITE SINGLE BLOCK, UPDATE BINARY.
            if frame[0] == 0xA2 || frame[1] == 0x21 || frame[1] == 0xD6 { writes += 1 }
            if writes == 2 {
                isWriting.raise()
                let deadline = ContinuousClock.now + .seconds(60)
                while !mayGoOn.isRaised, .now < deadline { Thread.sleep(forTimeInterval: 0.01) }
            }
            return tag.receive(frame)
        }
    }

    private final class Flag: Sendable {
        private let raised = Mutex(false)
        var isRaised: Bool { raised.withLock { $0 } }
        func raise() { raised.withLock { $0 = true } }
    }

    private func start(_ arguments: [String], _ folder: String, _ environment: [String: String]) throws -> ChildProcess {
        try ChildProcess([builtProgram("desktap-reader")] + arguments, in: folder, environment: environment)
    }

    @Test(arguments: [TagModel.ntag213, .slix, .type4])
    func `A write that loses its reader or pcscd ends with a sentence, and a retry completes the tag`(model: TagModel)
        async throws
    {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port, profile: .withoutFrames)
            let (isWriting, mayGoOn) = (Flag(), Flag())
            defer { mayGoOn.raise() }
            try reader.insert(SlowTag(try model.tag(holding: Self.old), isWriting: isWriting, mayGoOn: mayGoOn))
            let write = try start(["tag", "write", Self.new], pcscd.folder, pcscd.environment)
            while !isWriting.isRaised, write.isRunning { try await Task.sleep(for: .milliseconds(5)) }
            await pcscd.kill()
            mayGoOn.raise()
            let status = await write.wait()
            #expect([69, 75].contains(status), "\(write.output)")
            #expect(write.output.contains("desktap-reader: The "), "\(write.output)")
            let tag = try #require(reader.tag as? SlowTag).tag
            switch tag.content {
            case .empty: break
            case .message(let message): #expect([Self.old, Self.new].contains(message.firstURI))
            case .unformatted, .damaged: Issue.record("\(tag.content)")
            }
            try await pcscd.restart()
            _ = try? reader.remove()
            try reader.insert(tag)
            let again = try start(["tag", "write", Self.new], pcscd.folder, pcscd.environment)
            #expect(await again.wait() == 0, "\(again.output)")
            #expect(reader.tag?.content.message?.firstURI == Self.new)
        }
    }

    @Test func `A missing reader, or one of another name, is reported`() async throws {
        try await TestFolder.with { folder in
            let pcscd = try ChildProcess(
                [builtProgram("virtual-reader"), "pcscd", "--folder", folder, "--without-readers"], in: folder)
            while !FileManager.default.fileExists(atPath: folder + "/pcscd.comm") {
                try await Task.sleep(for: .milliseconds(20))
            }
            let environment = ["PCSCLITE_CSOCK_NAME": folder + "/pcscd.comm"]
            for arguments in [["tag", "info"], ["readers"], ["readers", "--json"]] {
                let process = try start(arguments, folder, environment)
                #expect(await process.wait() == 69)
                #expect(process.output.contains("No NFC reader is connected. Plug one in"), "\(process.output)")
            }
            pcscd.signal(SIGKILL)
            _ = await pcscd.wait()
        }
        try await PcscServer.with { pcscd in
            let process = try start(["tag", "info", "--reader", "ACR122"], pcscd.folder, pcscd.environment)
            #expect(await process.wait() == 69)
            #expect(
                process.output.contains("No reader has 'ACR122' in its name. Connected readers: Test Reader 00 00"),
                "\(process.output)"
            )
        }
    }

    @Test func `The readers are listed as JSON`() async throws {
        try await PcscServer.with { pcscd in
            let process = try start(["readers", "--json"], pcscd.folder, pcscd.environment)
            #expect(await process.wait() == 0)
            let readers = pcscd.readers.map { #"{"name":"\#($0)","usable":true}"# }.joined(separator: ",")
            #expect(process.output == #"{"readers":[\#(readers)]}"# + "\n")
        }
    }

    @Test func `A command that waits for a tag ends with status 130 at SIGINT`() async throws {
        try await PcscServer.with { pcscd in
            let process = try start(["tag", "info"], pcscd.folder, pcscd.environment)
            try await process.waitForOutput("Place the tag on the reader")
            process.signal(SIGINT)
            #expect(await process.wait() == 130)
            #expect(process.output.contains("Interrupted."), "\(process.output)")
        }
    }

    @Test func `Provisioning a read-only tag sends no request to the server`() async throws {
        try await PcscServer.with { pcscd in
            let reader = VirtualReader(port: pcscd.port)
            try reader.insert(try TagModel.ntag215.tag(holding: Self.old))
            let lock = try start(["tag", "lock", "--for-ever"], pcscd.folder, pcscd.environment)
            #expect(await lock.wait() == 0)
            let server = try StubServer { _ in StubServer.Answer(status: 500) }
            let provision = try start(
                ["tag", "provision", "--server", server.address, "--desk", "A1", "--event", "start"], pcscd.folder,
                pcscd.environment.merging(["DESKTAP_READER_PERSONAL_KEY": "k"]) { $1 })
            #expect(await provision.wait() == 73)
            #expect(provision.output.contains("write-protected") && server.requests.isEmpty, "\(provision.output)")
        }
    }

    /// Two tags at once leave the reader with an unresponsive card, or with one after the other.
    @Test func `Two tags at once are reported differently from no tag`() async throws {
        let (events, continuation) = AsyncStream<TagStream.Event>.makeStream()
        var tags = TagStream(events: events.makeAsyncIterator(), continuation: continuation, limit: .milliseconds(50))
        continuation.yield(.event(.unresponsive(reader: "A")))
        await #expect(throws: PCSCError.cardUnresponsive) { try await tags.next() }
        continuation.yield(.event(.removed(reader: "A")))
        await #expect(throws: TagSession.Failure.noTag(within: .milliseconds(50))) { try await tags.next() }
        continuation.yield(.event(.unresponsive(reader: "A")))
        continuation.yield(.event(.inserted(reader: "A", atr: [])))
        #expect(try await tags.next() == "A")
    }
}
