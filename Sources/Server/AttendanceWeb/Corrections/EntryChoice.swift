/// The two forms for missing entries: a whole day, or a single one.
struct EntryChoice: Sendable {
    /// The value of the field `entry` in addresses and forms.
    enum Entry: String { case day, single }

    let isDay: Bool
    let dayAddress: String
    let singleAddress: String

    init(_ entry: Entry, _ change: RecordChange, on day: String?, back: ReturnAddress?) {
        func address(_ entry: Entry) -> String {
            Address.asking(change.address, [("entry", entry.rawValue), ("day", day), ("back", back?.text)])
        }
        isDay = entry == .day
        (dayAddress, singleAddress) = (address(.day), address(.single))
    }
}
