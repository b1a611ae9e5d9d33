package import Attendance

/// The values of a setting, each from a day on until the next one.
package struct DatedValues<Value: Sendable & Equatable>: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package let from: CivilDate
        package let value: Value

        package init(from: CivilDate, value: Value) { (self.from, self.value) = (from, value) }
    }

    /// Ordered by day. Each value differs from the one before it.
    package private(set) var entries: [Entry] = []

    /// - Parameter recorded: in the order of recording. Of one day's values, the last one counts.
    init(_ recorded: [Entry]) {
        var latest: [CivilDate: Entry] = [:]
        for entry in recorded { latest[entry.from] = entry }
        for entry in latest.values.sorted(by: { $0.from < $1.from }) where entries.last?.value != entry.value {
            entries.append(entry)
        }
    }

    /// What holds on a day, and since when; nil: there is no value yet.
    package func entry(on date: CivilDate) -> Entry? { entries.last { $0.from <= date } }

    /// What holds on a day or is planned after it.
    func since(_ date: CivilDate) -> [Entry] { [entry(on: date)].compactMap(\.self) + later(than: date) }

    /// What is planned after a day.
    package func later(than date: CivilDate) -> [Entry] { entries.filter { $0.from > date } }
}
