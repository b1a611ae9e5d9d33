/// A point on the UTC time line in whole milliseconds, the precision of a recorded tap.
package struct Instant: Sendable, Hashable, Comparable {
    package let millisecondsSince1970: Int64

    package init(millisecondsSince1970: Int64) { self.millisecondsSince1970 = millisecondsSince1970 }

    /// Whole seconds since 1970, rounded down. All lengths of time in the record are differences of these, so that sums are exact.
    package var seconds: Int64 {
        millisecondsSince1970 >= 0 ? millisecondsSince1970 / 1000 : (millisecondsSince1970 - 999) / 1000
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.millisecondsSince1970 < right.millisecondsSince1970
    }

    package static func - (later: Instant, earlier: Instant) -> Duration {
        .milliseconds(later.millisecondsSince1970 - earlier.millisecondsSince1970)
    }

    /// The difference of ``seconds``, by which the record and sessions count.
    package func wholeSeconds(since earlier: Instant) -> Duration { .seconds(seconds - earlier.seconds) }

    package static func + (instant: Instant, duration: Duration) -> Instant {
        Instant(millisecondsSince1970: instant.millisecondsSince1970 + duration.milliseconds)
    }

    package static func - (instant: Instant, duration: Duration) -> Instant { instant + (.zero - duration) }
}

// MARK: - RFC 3339

extension Instant {
    /// Parses an RFC 3339 date-time with an offset. Rejects leap seconds. Truncates to milliseconds.
    /// - Returns: nil if the text is malformed or the date does not exist.
    package init?(rfc3339 text: some StringProtocol) {
        guard let (instant, _) = Self.withOffset(rfc3339: text) else { return nil }
        self = instant
    }

    /// Parses as ``init(rfc3339:)``. The offset is the text's own, in seconds east of UTC.
    package static func withOffset(rfc3339 text: some StringProtocol) -> (instant: Instant, offset: Int64)? {
        var reader = DigitReader(text.utf8)
        guard let date = reader.date(), reader.skip("T") || reader.skip("t"), let time = reader.time(), reader.skip(":"),
            let second = reader.number(2), second < 60, let milliseconds = reader.fraction(), let offset = reader.offset(),
            reader.isAtEnd
        else { return nil }
        let seconds = date.daysSince1970 * 86400 + time + second - offset
        return (Instant(millisecondsSince1970: seconds * 1000 + milliseconds), offset)
    }

    /// The RFC 3339 form, with a numeric offset (`+00:00`, not `Z`).
    /// - Parameters:
    ///   - offset: seconds east of UTC at this instant. RFC 3339 offsets have whole minutes. The seconds of an offset, which
    ///     some zones had until 1972, are dropped from offset and local time alike, so that the text means the same instant.
    ///   - precision: whole seconds for people, milliseconds for machines.
    package func rfc3339(offset: Int = 0, precision: Precision = .seconds) -> String {
        String(unsafeUninitializedCapacity: DigitWriter.capacity) { buffer in
            var writer = DigitWriter(buffer: buffer)
            writer.put(self, offset: offset, precision: precision)
            return writer.count
        }
    }

    /// Appends the RFC 3339 form to `bytes`.
    package func writeRFC3339(offset: Int = 0, precision: Precision = .seconds, to bytes: inout [UInt8]) {
        DigitWriter.write(to: &bytes) { $0.put(self, offset: offset, precision: precision) }
    }

    package enum Precision: Sendable { case seconds, milliseconds }
}
