import ArgumentParser
import Attendance
import Foundation
import NFCTag
import SecureMessaging
import VirtualReader

/// The load of `scripts/bench nfc`: addresses as tags that sign them give them to phones.
struct SignCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign",
        abstract: "Set up a tag for each line of standard input, and print the address of each reading.", shouldDisplay: false)

    /// A line, as JSON.
    private struct Order: Decodable {
        var uid: String
        var address: String
        /// Five, in hexadecimal digits.
        var keys: [String]
        var readings: Int
    }

    func run() async throws {
        while let line = readLine() {
            let order = try JSONDecoder().decode(Order.self, from: Data(line.utf8))
            let keys = order.keys.compactMap { [UInt8](hexadecimal: $0).flatMap { AESKey($0) } }
            guard let uid = UID(hex: order.uid), let set = NTAG424Keys(keys, version: 1),
                let ring = NTAG424KeyRing(set, earlier: [])
            else { throw ValidationError("no UID or keys: \(line)") }
            let tag = DirectReader(.full, tag: NTAG424Chip(uid: uid.bytes))
            var writer = TagWriter(tag, atr: ATR(tag.answerToReset))
            _ = try await writer.personalize(try SDMTemplate(order.address), ring, expecting: uid)
            for _ in 0..<order.readings {
                tag.powerUp()
                var reader = TagReader(tag, atr: ATR(tag.answerToReset))
                print(try await reader.read().uri ?? "")
            }
        }
    }
}
