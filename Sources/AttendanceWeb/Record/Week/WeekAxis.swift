/// The hours that a week is drawn over, the same for each of its days: as many as there were, and those of a working day at least.
struct WeekAxis: Sendable, Equatable {
    /// Full hours, in seconds after midnight.
    let from: Int64
    let to: Int64

    /// From eight to six where nothing asks for more, and two days at most.
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
                // Nobody knows how far what is missing goes, and the others need the room.
                reach(bar.from, bar.end == .missing ? min(bar.to, bar.from + 3600) : bar.to)
            }
            for place in day.stray { reach(place, place) }
        }
        self.from = max(0, from / 3600 * 3600)
        self.to = min(Self.latest, (to + 3599) / 3600 * 3600)
    }

    /// An hour that is written at the axis, or only a line.
    struct Tick: Sendable, Equatable {
        let x: String
        /// Such as `09`.
        let hour: String?
        let isMidnight: Bool
        /// Whether it stands at neither end.
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

    /// Where something stands, in percent of the width; behind the end of the axis at its end.
    func x(_ place: Int64) -> String { percent(min(max(place, from), to) - from) }

    /// How long something is that is seen, however short.
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
