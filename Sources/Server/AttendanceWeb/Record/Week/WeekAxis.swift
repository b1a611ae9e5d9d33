/// The time axis shared by all days of a week: it covers all drawn hours, and at least 8:00 to 18:00.
struct WeekAxis: Sendable, Equatable {
    /// Full hours, in seconds after midnight.
    let from: Int64
    let to: Int64

    /// The minimum extent; the axis ends after two days at most.
    private static let usual = (from: Int64(8 * 3600), to: Int64(18 * 3600))
    private static let latest: Int64 = 48 * 3600

    init(_ days: some Sequence<DayBars>) {
        var (from, to) = Self.usual
        func reach(_ first: Int64, _ last: Int64) {
            from = min(from, first)
            to = max(to, last)
        }
        for day in days {
            for bar in day.bars {
                // The length of a bar without an end is unknown; one hour of it leaves space for the others.
                reach(bar.from, bar.end == .missing ? min(bar.to, bar.from + 3600) : bar.to)
            }
            for place in day.unmatched { reach(place, place) }
        }
        self.from = max(0, from / 3600 * 3600)
        self.to = min(Self.latest, (to + 3599) / 3600 * 3600)
    }

    /// A line at a full hour, with or without a label.
    struct Tick: Sendable, Equatable {
        let x: String
        /// The label, such as `09`.
        let hour: String?
        let isMidnight: Bool
        /// Whether the tick is not at an end of the axis.
        let isInside: Bool
    }

    var ticks: [Tick] {
        let hours = (to - from) / 3600
        let step: Int64 = hours <= 13 ? 2 : hours <= 26 ? 4 : 6
        return stride(from: from, through: to, by: 3600).compactMap { place in
            let hour = place / 3600
            guard step == 2 || hour % 2 == 0 else { return nil }
            let reading = "\(hour % 24 < 10 ? "0" : "")\(hour % 24)"
            return Tick(
                x: x(place), hour: hour % step == 0 ? reading : nil, isMidnight: hour == 24,
                isInside: place > from && place < to)
        }
    }

    /// A position in percent of the width, clamped to the axis.
    func x(_ place: Int64) -> String { percent(min(max(place, from), to) - from) }

    /// A length in percent of the width, at least 0.25 % so that it stays visible.
    func width(_ start: Int64, _ end: Int64) -> String {
        let (first, last) = (min(max(start, from), to), min(max(end, from), to))
        return percent(max(last - first, (to - from) / 400))
    }

    private func percent(_ seconds: Int64) -> String {
        let thousandths = seconds * 100_000 / (to - from)
        let decimals = "\(thousandths % 1000)"
        return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals + "%"
    }
}
