/// Parses a compiled time zone (RFC 8536, version 2 or later). Rejects every deviation from the standard.
struct TimeZoneFile {
    enum Malformed: String, Error {
        case noTimeZone = "it is not a compiled time zone of version 2 or later"
        case cutShort = "it ends too early or too late"
        case leapSeconds = "it contains leap seconds, which civil time does not have"
        case badType = "a local time type is missing or its offset is out of range"
        case badOrder = "its changes are not in ascending order"
        case badRule = "the rule for later years is malformed"
    }

    let firstOffset: Int64
    let changes: [(at: Int64, offset: Int64)]
    let future: YearlyTimeZoneRule?

    init(_ bytes: [UInt8]) throws(Malformed) {
        // The first block, with 32-bit times, is for version 1 readers.
        var reader = Reader(rest: bytes[...])
        let old = try Counts(&reader)
        try reader.skip(old.length(ofTime: 4))
        let counts = try Counts(&reader)
        guard counts.leapSeconds == 0 else { throw .leapSeconds }
        var times: [Int64] = []
        for _ in 0..<counts.times { times.append(try reader.integer(8)) }
        let types = try reader.take(counts.times)
        var offsets: [Int64] = []
        for _ in 0..<counts.types {
            // Big-endian and signed, like all numbers in the file.
            offsets.append(Int64(Int32(truncatingIfNeeded: try reader.integer(4))))
            try reader.skip(2)
        }
        guard let first = offsets.first, offsets.allSatisfy({ abs($0) <= TimeZoneRules.greatestOffset }),
            types.allSatisfy({ $0 < offsets.count })
        else { throw .badType }
        guard zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .badOrder }
        try reader.skip(counts.characters + counts.standardIndicators + counts.utcIndicators)

        firstOffset = first
        changes = zip(times, types).map { ($0, offsets[Int($1)]) }
        guard reader.rest.count >= 2, reader.rest.first == Self.newline, reader.rest.last == Self.newline else {
            throw .cutShort
        }
        let footer = reader.rest.dropFirst().dropLast()
        if footer.isEmpty {
            future = nil
        } else {
            guard let rule = YearlyTimeZoneRule(footer) else { throw .badRule }
            future = rule
        }
    }

    private static let newline = UInt8(ascii: "\n")

    /// The six counts of the header, in the order of RFC 8536, 3.1.
    private struct Counts {
        let utcIndicators, standardIndicators, leapSeconds, times, types, characters: Int

        init(_ reader: inout Reader) throws(Malformed) {
            let start = try reader.take(5)
            guard start.starts(with: Array("TZif".utf8)), let version = start.last, version >= UInt8(ascii: "2") else {
                throw .noTimeZone
            }
            try reader.skip(15)
            utcIndicators = Int(try reader.integer(4))
            standardIndicators = Int(try reader.integer(4))
            leapSeconds = Int(try reader.integer(4))
            times = Int(try reader.integer(4))
            types = Int(try reader.integer(4))
            characters = Int(try reader.integer(4))
        }

        func length(ofTime width: Int) -> Int {
            times * (width + 1) + types * 6 + characters + leapSeconds * (width + 4) + standardIndicators + utcIndicators
        }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
            guard count <= rest.count else { throw .cutShort }
            defer { rest.removeFirst(count) }
            return rest.prefix(count)
        }

        mutating func skip(_ count: Int) throws(Malformed) { _ = try take(count) }

        /// A big-endian number; signed if it has eight bytes.
        mutating func integer(_ width: Int) throws(Malformed) -> Int64 {
            Int64(bitPattern: try take(width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
    }
}
