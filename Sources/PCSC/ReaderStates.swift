/// Turns what pcscd says of its readers, one look after the other, into events.
struct ReaderStates {
    /// pcscd's words for one reader.
    struct Report: Equatable {
        /// `SCARD_STATE_…` in the lower half, the count of insertions and removals in the upper.
        var state: UInt
        var atr: [UInt8] = []

        var isPresent: Bool { state & 0x20 != 0 }
        var isMute: Bool { state & 0x200 != 0 }
        var count: UInt { state >> 16 & 0xFFFF }
    }

    /// The last report of each reader; nil before the first.
    private(set) var reports: [String: Report?] = [:]

    /// The readers in order of their names.
    var names: [String] { reports.keys.sorted() }

    /// What to tell pcscd that we know, so that it answers as soon as anything else is so. 0 = nothing.
    func knownState(of reader: String) -> UInt {
        if let report = reports[reader] ?? nil { report.state } else { 0 }
    }

    /// Whether it was said that there is no reader.
    private var isKnownEmpty = false

    /// Takes the list of readers there are.
    mutating func listed(_ readers: [String]) -> [ReaderEvent] {
        var events: [ReaderEvent] = []
        for reader in names where !readers.contains(reader) {
            reports[reader] = nil
            events.append(.detached(reader: reader))
        }
        for reader in readers where reports[reader] == nil {
            reports[reader] = .some(nil)
            events.append(.attached(reader: reader))
        }
        if readers.isEmpty, !isKnownEmpty { events.append(.noReader) }
        isKnownEmpty = readers.isEmpty
        return events
    }

    /// Takes the loss of pcscd, which takes all readers with it.
    mutating func lost() -> [ReaderEvent] {
        let events = names.map { ReaderEvent.detached(reader: $0) }
        self = ReaderStates()
        return events
    }

    /// Takes a report of one reader.
    mutating func reported(_ reader: String, _ report: Report) -> [ReaderEvent] {
        // Outer nil: no such reader; inner nil: its first report.
        guard let known = reports[reader] else { return [] }
        reports[reader] = .some(report)
        let wasPresent = known?.isPresent ?? false
        // A tag swapped between two looks is known by the count alone.
        if wasPresent, report.isPresent, known?.count == report.count, known?.isMute == report.isMute { return [] }
        var events: [ReaderEvent] = []
        if wasPresent || (known == nil && !report.isPresent) { events.append(.removed(reader: reader)) }
        if report.isPresent {
            events.append(report.isMute ? .unresponsive(reader: reader) : .inserted(reader: reader, atr: report.atr))
        }
        return events
    }
}
