import Foundation
import NFCTag
import PCSC
import TestServers
import Testing
import VirtualReader

/// The tests of one pcscd with two readers. They take turns: within one process there is one pcscd.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `Smart card` {
    private static let address = "https://desk.example.com/t?event=start&desk=6F-A3"

    @Test(arguments: [TagModel.ntag213, .ntag215, .ntag216, .slix])
    func `gives the UID and the memory of its tag`(model: TagModel) async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            let tag = try model.tag(holding: Self.address)
            try reader.insert(tag)
            try await waitForCard(in: server.readers[0])
            try await SmartCard.with(in: server.readers[0]) { card, atr in
                #expect(ATR(atr).storageCard?.standard == (model == .slix ? 0x0B : 0x03))
                let uid = try await card.transmit([0xFF, 0xCA, 0, 0, 0])
                #expect(uid == tag.uid + [0x90, 0x00])
                let block = try await card.transmit([0xFF, 0xB0, 0, 0, 4])
                #expect(block == tag.memory[..<4] + [0x90, 0x00])
            }
        }
    }

    @Test func `is refused on an empty reader and an unknown one`() async throws {
        try await PcscServer.withinProcess { server in
            await #expect(throws: PCSCError.noCard) { try await SmartCard.with(in: server.readers[1]) { _, _ in } }
            await #expect(throws: PCSCError.unknownReader) { try await SmartCard.with(in: "Nobody's") { _, _ in } }
        }
    }

    @Test(arguments: [false, true])
    func `is gone when the tag is pulled away in the middle of a command`(isCarriedOut: Bool) async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            let tag = try TagModel.ntag213.tag(holding: Self.address)
            try reader.insert(tag, pulledAway: .init(atCommand: 2, isCarriedOut: isCarriedOut))
            try await waitForCard(in: server.readers[0])
            try await SmartCard.with(in: server.readers[0]) { card, _ in
                _ = try await card.transmit([0xFF, 0xCA, 0, 0, 0])
                await #expect(throws: PCSCError.cardRemoved) {
                    try await card.transmit([0xFF, 0xD6, 0, 5, 4, 1, 2, 3, 4])
                }
                await #expect(throws: PCSCError.self) { try await card.transmit([0xFF, 0xB0, 0, 4, 4]) }
            }
            #expect((reader.tag?.memory[20..<24] == [1, 2, 3, 4]) == isCarriedOut)
        }
    }

    @Test func `is another one after a quick swap, which the old connection never reaches`() async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            try reader.insert(try TagModel.ntag213.tag(holding: Self.address, number: 1))
            try await waitForCard(in: server.readers[0])
            let other = try TagModel.ntag213.tag(holding: Self.address, number: 2)
            try await SmartCard.with(in: server.readers[0]) { card, _ in
                _ = try await card.transmit([0xFF, 0xCA, 0, 0, 0])
                try reader.remove()
                try reader.insert(other)
                await #expect(throws: PCSCError.self) { try await card.transmit([0xFF, 0xB0, 0, 0, 4]) }
            }
            try await waitForCard(in: server.readers[0])
            try await SmartCard.with(in: server.readers[0]) { card, _ in
                let uid = try await card.transmit([0xFF, 0xCA, 0, 0, 0])
                #expect(uid == other.uid + [0x90, 0x00])
            }
        }
    }

    @Test func `is not waited for any longer when the task is cancelled while another has the card`() async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            try reader.insert(try TagModel.ntag213.tag(holding: Self.address))
            let name = server.readers[0]
            try await waitForCard(in: name)
            try await SmartCard.with(in: name) { _, _ in
                let waiting = Task { try await SmartCard.with(in: name) { _, _ in } }
                try await Task.sleep(for: .milliseconds(200))
                waiting.cancel()
                await #expect(throws: CancellationError.self) { try await waiting.value }
            }
            // What came too late was given back.
            try await waitForCard(in: name)
        }
    }

    @Test func `is given up when another has it for longer than the limit`() async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            try reader.insert(try TagModel.ntag213.tag(holding: Self.address))
            let name = server.readers[0]
            try await waitForCard(in: name)
            _ = try await SmartCard.with(in: name) { _, _ in
                await #expect(throws: PCSCError.timedOut) {
                    try await SmartCard.with(in: name, answeringWithin: .milliseconds(100)) { _, _ in }
                }
            }
            // What came too late was given back.
            try await waitForCard(in: name)
        }
    }

    /// - Parameter isCancelled: whether the task is cancelled, or the limit reached.
    @Test(arguments: [false, true]) func `is given up when it does not answer, and serves the next once it does`(
        isCancelled: Bool
    ) async throws {
        try await PcscServer.withinProcess { server in
            let (isAsked, mayAnswer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let reader = VirtualReader(port: server.port) { message in
                guard message == [0xFF, 0xB0, 0, 4, 4] else { return }
                isAsked.signal()
                mayAnswer.wait()
            }
            try reader.insert(try TagModel.ntag213.tag(holding: Self.address))
            let name = server.readers[0]
            try await waitForCard(in: name)
            let asking = Task {
                try await SmartCard.with(in: name, answeringWithin: isCancelled ? .seconds(600) : .milliseconds(100)) {
                    card, _ in
                    defer { mayAnswer.signal() }
                    do {
                        _ = try await card.transmit([0xFF, 0xB0, 0, 4, 4])
                    } catch {
                        // Nothing is sent behind a command that may still be under way.
                        await #expect(throws: PCSCError.timedOut) { try await card.transmit([0xFF, 0xCA, 0, 0, 0]) }
                        throw error
                    }
                }
            }
            if isCancelled {
                await withCheckedContinuation { continuation in
                    Thread {
                        isAsked.wait()
                        continuation.resume()
                    }.start()
                }
                asking.cancel()
                await #expect(throws: CancellationError.self) { try await asking.value }
            } else {
                await #expect(throws: PCSCError.timedOut) { try await asking.value }
            }
            try await waitForCard(in: name)
        }
    }
}
