import Foundation
import NFCTag
import PCSC
import TestServers
import Testing
import VirtualReader

/// Tests with one pcscd and two readers. They run sequentially, because a process can use only one pcscd.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `Smart card` {
    private static let address = "https://desk.example.com/t?event=start&desk=6F-A3"

    @Test(arguments: [TagModel.ntag213, .ntag215, .ntag216, .slix])
    func `The UID and memory of a tag are read through pcscd`(model: TagModel) async throws {
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

    @Test func `Opening a card on an empty or unknown reader throws`() async throws {
        try await PcscServer.withinProcess { server in
            await #expect(throws: PCSCError.noCard) { try await SmartCard.with(in: server.readers[1]) { _, _ in } }
            await #expect(throws: PCSCError.unknownReader) { try await SmartCard.with(in: "Nobody's") { _, _ in } }
        }
    }

    @Test(arguments: [false, true])
    func `A tag removed during a command gives cardRemoved`(isExecuted: Bool) async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            let tag = try TagModel.ntag213.tag(holding: Self.address)
            try reader.insert(tag, removal: .init(atCommand: 2, isExecuted: isExecuted))
            try await waitForCard(in: server.readers[0])
            try await SmartCard.with(in: server.readers[0]) { card, _ in
                _ = try await card.transmit([0xFF, 0xCA, 0, 0, 0])
                await #expect(throws: PCSCError.cardRemoved) {
                    try await card.transmit([0xFF, 0xD6, 0, 5, 4, 1, 2, 3, 4])
                }
                await #expect(throws: PCSCError.self) { try await card.transmit([0xFF, 0xB0, 0, 4, 4]) }
            }
            #expect((reader.tag?.memory[20..<24] == [1, 2, 3, 4]) == isExecuted)
        }
    }

    @Test func `A connection never reaches a tag that was swapped in`() async throws {
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

    @Test func `Cancellation ends the wait for a card that another program uses`() async throws {
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

    @Test func `The wait for a card that another program uses ends at the time limit`() async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port)
            try reader.insert(try TagModel.ntag213.tag(holding: Self.address))
            let name = server.readers[0]
            try await waitForCard(in: name)
            _ = try await SmartCard.with(in: name) { _, _ in
                await #expect(throws: PCSCError.timedOut) {
                    try await SmartCard.with(in: name, timeout: .milliseconds(100)) { _, _ in }
                }
            }
            // What came too late was given back.
            try await waitForCard(in: name)
        }
    }

    /// - Parameter isCancelled: true to cancel the task, false to reach the time limit.
    @Test(arguments: [false, true]) func `A card that does not respond is abandoned, and is usable after it responds again`(
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
                try await SmartCard.with(in: name, timeout: isCancelled ? .seconds(600) : .milliseconds(100)) {
                    card, _ in
                    defer { mayAnswer.signal() }
                    do {
                        _ = try await card.transmit([0xFF, 0xB0, 0, 4, 4])
                    } catch {
                        // No command is sent after one that may still be in progress.
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
