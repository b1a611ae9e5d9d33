import NFCTag
import PCSC
import TestServers
import Testing
import VirtualReader

/// Badges and FeliCa tags behind a real pcscd, with profiles of available readers.
@Suite(.enabled(if: PcscServer.isAvailable, Comment(rawValue: PcscServer.help)), .serialized)
struct `Badge on a reader` {
    private static let address = "https://desk.example.com/t?event=start&desk=6F-A3"

    @Test func `Every kind of badge is read as a UID without content`() async throws {
        try await PcscServer.withinProcess { server in
            let cases: [(String, TagKind, isRandom: Bool)] = [
                ("badge-a:04A1B2C3", .classic, false), ("badge-a:04A1B2C3D4E5F6", .classic, false),
                ("badge-a-dep:04A1B2C3D4E5F6", .type4, false), ("badge-a-dep:08A1B2C3", .type4, true),
                ("badge-b:5F00A1B2", .type4, false), ("badge-felica:012E4CE101020304", .type3, false),
                ("badge-felica:02FE4CE101020304", .type3, true), ("badge-15693:E016A1B2C3D4E5F6", .type5, false),
            ]
            // Two readers in parallel share the waiting time for pcscd's polls.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (slot, name) in server.readers.enumerated() {
                    group.addTask {
                        for (tag, kind, isRandom) in cases.enumerated().filter({ $0.offset % 2 == slot }).map(\.element) {
                            let reader = VirtualReader(port: server.port + UInt16(slot))
                            try reader.insert(try TagName.tag(tag, holding: nil))
                            try await waitForCard(in: name)
                            let reading = try await readTag(in: name).reading
                            #expect(reading.content == .unformatted && reading.kind == kind, "\(tag): \(reading)")
                            #expect(reading.uid.description == String(tag.split(separator: ":")[1]))
                            #expect(reading.uid.isRandom == isRandom)
                            try await reader.removeSeen(by: name)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    /// By frames: UID, refused SELECT of a service, start, protocol, two exchanges, end. By a service: UID, SELECT, one
    /// command per block.
    @Test(arguments: [(ReaderProfile.full, 7), (.framesOnly, 7), (.sony, 6)])
    func `A FeliCa tag is read with a reader that supports FeliCa services or frames`(profile: ReaderProfile, commands: Int)
        async throws
    {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port, profile: profile)
            let tag = try TagName.tag("felica", holding: Self.address)
            try reader.insert(tag)
            try await waitForCard(in: server.readers[0])
            try reader.swap(to: tag)
            let reading = try await readTag(in: server.readers[0]).reading
            #expect(reading.uri == Self.address && reading.kind == .type3 && reading.access == .readWrite)
            #expect(reader.commands.count == commands, "\(reader.commands)")
        }
    }

    @Test func `A FeliCa tag on a reader without FeliCa commands is read as a UID`() async throws {
        try await PcscServer.withinProcess { server in
            let reader = VirtualReader(port: server.port, profile: .withoutFrames)
            try reader.insert(try TagName.tag("felica", holding: Self.address))
            try await waitForCard(in: server.readers[0])
            let reading = try await readTag(in: server.readers[0]).reading
            #expect(reading.content == .unformatted && reading.uid.bytes.starts(with: [0x01, 0x2E]))
        }
    }

    @Test(arguments: [
        "badge-a:04A1B2", "badge-b:04A1B2C3D4E5F6", "badge-15693:04A1B2C3D4E5F6A7", "badge-a:04A1B2CX", "badge-c:04",
    ])
    func `A badge with a UID of the wrong length is rejected`(name: String) {
        #expect(throws: VirtualReaderError.self) { try TagName.tag(name, holding: nil) }
    }
}
