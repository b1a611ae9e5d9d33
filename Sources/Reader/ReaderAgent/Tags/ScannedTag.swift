package import Attendance
package import NFCTag

/// The tag or badge on a reader: its content as a tag, and its UID as a badge.
package struct ScannedTag: Sendable, Equatable {
    package var reading: TagReading
    package var badge: BadgeReading

    package init(_ reading: TagReading, answerToReset: ATR) {
        self.reading = reading
        badge = BadgeReading(reading.kind, uid: reading.uid, answerToReset: answerToReset)
    }
}
