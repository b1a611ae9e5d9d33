/// Writes decimal fields of fixed width one after another.
struct DigitWriter {
    private(set) var count = 0
    private let buffer: UnsafeMutableBufferPointer<UInt8>

    init(buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

    /// More bytes than the longest instant has.
    static let capacity = 48

    static func write(to bytes: inout [UInt8], _ body: (inout DigitWriter) -> Void) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
            buffer.initialize(repeating: 0)
            var writer = DigitWriter(buffer: buffer)
            body(&writer)
            bytes.append(contentsOf: buffer[..<writer.count])
        }
    }

    mutating func put(_ instant: Instant, offset: Int, precision: Instant.Precision) {
        let local = instant.seconds + Int64(offset / 60 * 60)
        let days = local.flooredQuotient(86400)
        let time = local - days * 86400
        put(CivilDate(daysSince1970: days))
        put("T")
        put(two: time / 3600)
        put(":")
        put(two: time / 60 % 60)
        put(":")
        put(two: time % 60)
        if precision == .milliseconds {
            let fraction = instant.millisecondsSince1970 - instant.seconds * 1000
            put(".")
            put(digit: fraction / 100)
            put(two: fraction % 100)
        }
        let minutes = Int64(abs(offset) / 60)
        put(offset <= -60 ? "-" : "+")
        put(two: minutes / 60)
        put(":")
        put(two: minutes % 60)
    }

    mutating func put(_ character: Unicode.Scalar) {
        buffer[count] = UInt8(ascii: character)
        count += 1
    }

    mutating func put(digit: Int64) {
        buffer[count] = UInt8(ascii: "0") + UInt8(digit)
        count += 1
    }

    mutating func put(two number: Int64) {
        put(digit: number / 10)
        put(digit: number % 10)
    }

    mutating func put(_ date: CivilDate) {
        let (year, month, day) = date.components
        if year < 0 { put("-") }
        let magnitude = Int64(year.magnitude)
        var unit: Int64 = 1000
        while magnitude / unit >= 10 { unit *= 10 }
        while unit > 0 {
            put(digit: magnitude / unit % 10)
            unit /= 10
        }
        put("-")
        put(two: month)
        put("-")
        put(two: day)
    }
}
