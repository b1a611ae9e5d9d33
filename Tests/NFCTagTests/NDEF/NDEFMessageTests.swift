import NFCTag
import Testing
import VirtualReader

@Suite struct `NDEF message` {
    static let aRecord = "91 01 01 55 00"

    @Test(arguments: [
        ("D0 00 00", [NDEFRecord.empty]),
        ("D1 01 02 55 04 61", [try NDEFRecord(.wellKnown, type: hex("55"), payload: hex("04 61"))]),
        ("D2 03 00 612F62", [try NDEFRecord(.media, type: hex("612F62"))]),
        ("D3 02 00 613A", [try NDEFRecord(.absoluteURI, type: hex("613A"))]),
        ("DC 03 02 01 613A62 78 0102", [try NDEFRecord(.external, type: hex("613A62"), id: hex("78"), payload: hex("0102"))]),
        ("D5 00 01 FF", [try NDEFRecord(.unknown, payload: hex("FF"))]),
        ("D1 00 00", [try NDEFRecord(.wellKnown)]),
        (
            "91 01 01 55 00 51 01 01 54 00",
            [
                try NDEFRecord(.wellKnown, type: hex("55"), payload: hex("00")),
                try NDEFRecord(.wellKnown, type: hex("54"), payload: hex("00")),
            ]
        ),
    ])
    func `A message in its shortest encoding is parsed and encoded to the same bytes`(bytes: String, records: [NDEFRecord])
        throws
    {
        let message = try NDEFMessage(bytes: hex(bytes))
        #expect(message.records == records)
        #expect(message.bytes == hex(bytes))
    }

    @Test(arguments: [
        ("long form of a short payload", "C1 01 00000001 55 00", "D1 01 01 55 00"),
        ("id length of nothing", "D9 01 01 00 55 00", "D1 01 01 55 00"),
        ("two chunks", "B1 01 02 55 04 61 56 00 01 62", "D1 01 03 55 04 61 62"),
        (
            "three chunks, the middle one empty, then a record", "B1 01 01 55 04 36 00 00 16 00 01 61 51 01 00 54",
            "91 01 02 55 04 61 51 01 00 54"
        ),
        ("chunks with an id", "B9 01 01 01 55 78 00 56 00 00", "D9 01 01 01 55 78 00"),
        ("chunk of the unknown type", "B5 00 01 01 56 00 01 02", "D5 00 02 01 02"),
    ])
    func `A message in a longer encoding is encoded to its shortest form`(what: String, bytes: String, shortest: String) throws
    {
        #expect(try NDEFMessage(bytes: hex(bytes)).bytes == hex(shortest))
    }

    @Test func `A payload of 256 bytes or more has a four-byte length`() throws {
        let record = try NDEFRecord(.unknown, payload: Array(repeating: 7, count: 256))
        let bytes = NDEFMessage(record).bytes
        #expect(bytes.starts(with: hex("C5 00 00000100 07")))
        #expect(try NDEFMessage(bytes: bytes) == NDEFMessage(record))
    }

    @Test(
        arguments: [
            ("", .noRecords, 0),
            ("D1", .truncated, 1),
            ("D1 01", .truncated, 2),
            ("D1 01 02 55 04", .truncated, 4),
            ("D9 01 00", .truncated, 3),
            ("D9 00 00 05 61", .truncated, 4),
            ("C1 01 0000 55", .truncated, 2),
            ("C1 01 FFFFFFFF 55", .truncated, 7),
            ("C1 FF FFFFFFFF", .truncated, 6),
            ("51 01 01 55 00", .messageBeginMisplaced, 0),
            ("91 01 01 55 00 D1 01 01 55 00", .messageBeginMisplaced, 5),
            ("B1 01 01 55 00 D6 00 00", .messageBeginMisplaced, 5),
            ("91 01 01 55 00", .messageEndMissing, 5),
            ("D1 01 01 55 00 00", .bytesAfterMessageEnd, 5),
            ("D0 00 00 D0 00 00", .bytesAfterMessageEnd, 3),
            ("D7 00 00", .reservedTypeNameFormat, 0),
            ("D0 00 01 00", .emptyRecordHasFields, 0),
            ("D0 01 00 55", .emptyRecordHasFields, 0),
            ("D8 00 00 01 78", .emptyRecordHasFields, 0),
            ("B0 00 00 56 00 00", .emptyRecordHasFields, 0),
            ("D5 01 00 55", .typeNotAllowed, 0),
            ("B1 01 01 55 00 56 01 00 55", .typeNotAllowed, 5),
            ("D6 00 00", .unchangedWithoutChunk, 0),
            ("91 01 01 55 00 56 00 00", .unchangedWithoutChunk, 5),
            ("B1 01 01 55 00 51 01 01 55 00", .chunkNotContinued, 5),
            ("B1 01 01 55 00 5E 00 00 00", .idInLaterChunk, 5),
            ("F1 01 01 55 00", .chunkNotEnded, 5),
            ("B1 01 01 55 00", .chunkNotEnded, 5),
            ("B1 01 01 55 00 76 00 00", .chunkNotEnded, 8),
        ] as [(String, NDEFError.Reason, Int)])
    func `An invalid message is rejected with the first violated rule and its offset`(
        bytes: String, reason: NDEFError.Reason, offset: Int
    ) {
        #expect(throws: NDEFError(reason, at: offset)) { try NDEFMessage(bytes: hex(bytes)) }
    }

    @Test func `The number of records in a message is limited, the number of chunks is not`() throws {
        let most = NDEFMessage.maxRecords
        let tooMany = hex("95 00 00") + Array(repeating: hex("15 00 00"), count: most).joined() + hex("55 00 00")
        #expect(throws: NDEFError(.tooManyRecords, at: 3 * most)) { try NDEFMessage(bytes: tooMany) }
        #expect(throws: NDEFError(.tooManyRecords, at: 0)) {
            try NDEFMessage(records: Array(repeating: .empty, count: most + 1))
        }
        let chunks = hex("B5 00 00") + Array(repeating: hex("36 00 01 07"), count: 10_000).joined() + hex("56 00 00")
        #expect(try NDEFMessage(bytes: chunks).records == [NDEFRecord(.unknown, payload: Array(repeating: 7, count: 10_000))])
    }

    @Test func `A message without records is rejected`() {
        #expect(throws: NDEFError(.noRecords, at: 0)) { try NDEFMessage(records: []) }
    }

    @Test func `A message with missing last bytes or any changed byte is parsed without a crash`() throws {
        let bytes = hex("99 01 0B 02 54 3131 02 656E 48656C6C6F 2E2E2E 51 01 05 55 04 612E6465")
        #expect(throws: Never.self) { try NDEFMessage(bytes: bytes) }
        for length in 0..<bytes.count {
            #expect(throws: NDEFError.self) { try NDEFMessage(bytes: Array(bytes.prefix(length))) }
        }
        for position in bytes.indices {
            for value in UInt8.min...UInt8.max {
                var changed = bytes
                changed[position] = value
                guard let message = try? NDEFMessage(bytes: changed) else { continue }
                #expect(try NDEFMessage(bytes: message.bytes) == message)
            }
        }
    }
}

@Suite struct `NDEF record` {
    @Test(
        arguments: [
            (.empty, 1, 0, 0, .emptyRecordHasFields), (.empty, 0, 1, 0, .emptyRecordHasFields),
            (.empty, 0, 0, 1, .emptyRecordHasFields), (.unknown, 1, 0, 0, .typeNotAllowed),
            (.media, 256, 0, 0, .fieldTooLong), (.media, 1, 256, 0, .fieldTooLong),
        ] as [(NDEFRecord.TypeNameFormat, Int, Int, Int, NDEFError.Reason)])
    func `A record with inconsistent fields is rejected`(
        format: NDEFRecord.TypeNameFormat, type: Int, id: Int, payload: Int, reason: NDEFError.Reason
    ) {
        func bytes(_ count: Int) -> [UInt8] { Array(repeating: 0x61, count: count) }
        #expect(throws: NDEFError(reason, at: 0)) {
            try NDEFRecord(format, type: bytes(type), id: bytes(id), payload: bytes(payload))
        }
    }
}
