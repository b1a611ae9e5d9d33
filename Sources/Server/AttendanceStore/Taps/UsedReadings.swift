import Attendance
import Postgres

/// The readings of tags whose signed addresses were used for taps, as far as some taps need them. Each is used once.
struct UsedReadings {
    /// By counter: when the tap arrived; nil: long ago.
    private var arrivals: [TagReading.KeySet: [UInt32: Instant?]] = [:]

    init() {}

    /// Reads the rows of `Taps/used_readings`.
    init(_ rows: PostgresResult) throws {
        for row in rows {
            let keys = TagReading.KeySet(uid: UID(try row.bytes("uid")), generation: try row.get("generation"))
            let counter = UInt32(clamping: try row.get("counter", as: Int64.self))
            arrivals[keys, default: [:]].updateValue(try row.instantIfPresent("received_at"), forKey: counter)
        }
    }

    /// Uses a reading for a tap. Gaps are normal: phones read a tag several times, and not each address is opened.
    ///
    /// A tag counts upwards, so it was read before the next higher reading's tap arrived. A tap that claims a later time has an address
    /// that was kept for it.
    /// - Parameter at: the time that the tap claims, or the earliest time at which it can have been made.
    /// - Throws: ``RejectionReason/linkUsed``, ``RejectionReason/linkOutdated``.
    mutating func use(_ reading: TagReading, at: Instant, receivedAt: Instant) throws(RejectionReason) {
        let known = arrivals[reading.keys] ?? [:]
        if known[reading.counter] != nil { throw .linkUsed }
        if let next = known.filter({ $0.key > reading.counter }).min(by: { $0.key < $1.key }) {
            guard let arrival = next.value, at <= arrival else { throw .linkOutdated }
        }
        arrivals[reading.keys, default: [:]].updateValue(receivedAt, forKey: reading.counter)
    }
}
