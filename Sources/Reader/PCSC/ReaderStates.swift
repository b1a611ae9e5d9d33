/// Converts successive state reports of pcscd into events.
struct ReaderStates {
    /// A state report of pcscd for one reader.
    struct Report: Equatable {
        /// `SCARD_STATE_…` in the lower 16 bits, the count of insertions and removals in the upper 16 bits.
        var state: UInt
        var atr: [UInt8] = []

        var isPresent: Bool { state & 0x20 != 0 }
        var isMute: Bool { state & 0x200 != 0 }
        var count: UInt { state >> 16 & 0xFFFF }
    }

    /// The last report of each reader; the inner optional is nil before the first report.
    private(set) var reports: [String: Report?] = [:]

    /// The names of the readers in ascending order.
    var names: [String] { reports.keys.sorted() }

    /// The state to pass to pcscd as already known, so that it returns as soon as the state differs. 0 if unknown.
    func knownState(of reader: String) -> UInt {
        if let report = reports[reader] ?? nil { report.state } else { 0 }
    }

    /// True after `noReader` was reported.
    private var isKnownEmpty = false

    /// Updates the list of readers.
    /// - Returns: detached readers by name, attached readers in the order of `readers`, then `noReader` if the list is empty for
    ///   the first time.
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

    /// Removes all readers after pcscd ended.
    /// - Returns: one `detached` per reader, by name.
    mutating func removeAll() -> [ReaderEvent] {
        let events = names.map { ReaderEvent.detached(reader: $0) }
        self = ReaderStates()
        return events
    }

    /// Updates the state of one reader.
    /// - Returns: the resulting events; none for an unknown reader.
    mutating func reported(_ reader: String, _ report: Report) -> [ReaderEvent] {
        // Outer nil: unknown reader. Inner nil: first report.
        guard let known = reports[reader] else { return [] }
        reports[reader] = .some(report)
        let wasPresent = known?.isPresent ?? false
        // A tag that was swapped between two polls of pcscd changes only the count.
        if wasPresent, report.isPresent, known?.count == report.count, known?.isMute == report.isMute { return [] }
        var events: [ReaderEvent] = []
        if wasPresent || (known == nil && !report.isPresent) { events.append(.removed(reader: reader)) }
        if report.isPresent {
            events.append(report.isMute ? .unresponsive(reader: reader) : .inserted(reader: reader, atr: report.atr))
        }
        return events
    }
}
