package import NFCTag

/// The tag or badge on a reader: its content as a tag, and its UID as a badge.
package struct ScannedTag: Sendable, Equatable {
    package var reading: TagReading
    package var badge: Badge

    package init(_ reading: TagReading, answerToReset: ATR) {
        self.reading = reading
        badge = Badge(reading.kind, uid: reading.uid, answerToReset: answerToReset)
    }
}
