import Attendance
import Testing
import VirtualReader

@testable import SecureMessaging

@Suite struct `SDM message` {
    @Test(arguments: SDMVector.all) func `A published message is valid`(vector: SDMVector) throws {
        let reading = try vector.message.claimedReading(metaKey: vector.metaKey)
        #expect(reading == SDMReading(uid: UID(hex(vector.uid)), counter: vector.counter))
        try vector.message.verify(reading, fileKey: vector.fileKey)
        let fileData = try vector.message.fileData(reading, fileKey: vector.fileKey)
        if let expected = vector.fileData { #expect(fileData == hex(expected)) }
        #expect((fileData == nil) == (vector.message.encryptedFileData == nil))
    }

    @Test(arguments: SDMVector.all) func `A message with any changed bit is not valid`(vector: SDMVector) throws {
        func expectInvalid(_ change: (inout SDMMessage) -> Void, _ what: String) {
            var message = vector.message
            change(&message)
            #expect(throws: SDMError.self, "\(what)") {
                try message.verify(try message.claimedReading(metaKey: vector.metaKey), fileKey: vector.fileKey)
            }
        }
        for bit in 0..<8 {
            for place in 0..<8 { expectInvalid({ $0.mac[place] ^= 1 << bit }, "bit \(bit) of byte \(place) of the MAC") }
            for place in vector.message.macInput.indices {
                expectInvalid({ $0.macInput[place] ^= 1 << bit }, "bit \(bit) of byte \(place) of the input")
            }
            for place in 0..<16 {
                expectInvalid(
                    { message in
                        switch message.source {
                        case .encrypted(var bytes):
                            bytes[place] ^= 1 << bit
                            message.source = .encrypted(bytes)
                        case .plain(let reading):
                            message.source = SDMVector.plain(
                                reading.uid.description, reading.counter ^ 1 << (bit + place / 6 * 8))
                        }
                    }, "bit \(bit) of byte \(place) of the source")
            }
        }
    }

    @Test(arguments: 1...4) func `A million random forgeries are refused`(quarter: Int) {
        var random = SystemRandomNumberGenerator()
        guard case .plain(let reading) = SDMVector.plain("041E3C8A2D6B80", 6) else { return }
        var accepted = 0
        for _ in 0..<250_000 {
            let bits = random.next()
            let mac = (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
            let message = SDMMessage(.plain(reading), mac: mac)
            if message.isSigned(reading, fileKey: .factory) { accepted += 1 }
        }
        #expect(accepted == 0, "in quarter \(quarter)")
    }

    @Test(arguments: [
        ([UInt8](repeating: 7, count: 24), SDMError.leakResistant), ([], .wrongLength(.piccData, 0)),
        ([UInt8](repeating: 7, count: 15), .wrongLength(.piccData, 15)),
        ([UInt8](repeating: 7, count: 32), .wrongLength(.piccData, 32)),
    ])
    func `PICCData of another length or mode is refused with its reason`(bytes: [UInt8], error: SDMError) {
        let message = SDMMessage(.encrypted(bytes), mac: [])
        #expect(throws: error) { try message.claimedReading(metaKey: .factory) }
    }

    @Test(arguments: [
        ("40", SDMError.lacksUID), ("87", .lacksCounter), ("47", .notPICCData), ("C4", .notPICCData), ("D7", .notPICCData),
        ("00", .notPICCData),
    ])
    func `PICCData without UID and counter is refused`(options: String, error: SDMError) {
        let bytes = AESKey.factory.encrypted(hex(options + "04DE5F1EACC040 3D0000 DA5CF60941"))
        #expect(throws: error) { try SDMMessage(.encrypted(bytes), mac: []).claimedReading(metaKey: .factory) }
    }

    @Test(arguments: [0, 7, 9, 16]) func `A MAC of another length is refused`(length: Int) throws {
        let message = SDMMessage(
            SDMVector.plain("041E3C8A2D6B80", 6), mac: Array(hex("4B00064004B0B3D3 0000000000000000").prefix(length)))
        let reading = try message.claimedReading(metaKey: .factory)
        #expect(throws: SDMError.wrongLength(.mac, length)) { try message.verify(reading, fileKey: .factory) }
    }

    @Test func `A UID has seven bytes and a counter 24 bits`() {
        #expect(SDMReading(uid: UID(hex("041E3C8A")), counter: 1) == nil)
        #expect(SDMReading(uid: UID(hex("041E3C8A2D6B80")), counter: 0xFF_FFFF) != nil)
        #expect(SDMReading(uid: UID(hex("041E3C8A2D6B80")), counter: 0x100_0000) == nil)
    }
}
