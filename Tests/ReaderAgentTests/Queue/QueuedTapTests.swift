import Attendance
import Foundation
import NFCTag
import Testing

@testable import ReaderAgent

@Suite struct `Tap as JSON` {
    private func json(_ person: TappingPerson, proof: ReadTag?, office: String?) throws -> String {
        let id = try #require(UUID(uuidString: "11111111-1111-4111-8111-111111111111"))
        let tap = QueuedTap(
            id: id, person: person, kind: .start, at: "2026-11-20T09:00:00.000+09:00", desk: DeskID("6F-A3"), office: office,
            proof: proof, reader: "A")
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(tap.report), as: UTF8.self)
    }

    @Test func `The JSON of a tap contains the user or the badge, and the tag`() throws {
        let rest = #""id":"11111111-1111-4111-8111-111111111111","kind":"start""#
        let proof = ReadTag(uid: UID([0xE0, 4, 0x0A]), certificate: [0xFB, 0xFF, 0])
        #expect(
            try json(.user("ada"), proof: proof, office: nil)
                == #"{"at":"2026-11-20T09:00:00.000+09:00","desk":"6F-A3",\#(rest),"#
                + #""tag":{"certificate":"-_8A","uid":"E0040A"},"type":"tap","user":"ada"}"#)
        #expect(
            try json(.badge(BadgeReading(kind: .nfcb, uid: UID([1, 2, 3, 0xAB]))), proof: nil, office: "Tokyo")
                == #"{"at":"2026-11-20T09:00:00.000+09:00","badge":{"kind":"nfcb","uid":"010203AB"},"desk":"6F-A3",\#(rest),"#
                + #""office":"Tokyo","type":"tap"}"#)
        #expect(
            try json(.user("ada"), proof: ReadTag(uid: UID([4])), office: nil).contains(#""tag":{"uid":"04"}"#))
        let signature = try #require(TagSignature(counter: "00010a", mac: "4b00064004b0b3d3"))
        #expect(
            try json(.user("ada"), proof: ReadTag(uid: UID([4]), signature: signature), office: nil)
                .contains(#""tag":{"counter":"00010A","mac":"4B00064004B0B3D3","uid":"04"}"#))
    }
}
