import Attendance
import AttendanceStore
import Localization

/// The chart of the share of days on which each desk was used, complete enough for a report. A desk with fewer users than
/// ``OfficeUse/smallestGroup`` has no bar, because the bar would reveal individual attendance. Nor has a total from which the listed
/// desks leave a sum of fewer people.
struct DeskUseChart: Page {
    static let template = "desk-use"

    struct Bar: Sendable {
        let name: String
        let y, middle: Int
        let length: Int
        let valueX: Int
        let value: String
        /// Whether the bar combines several desks.
        let isWhole: Bool
    }

    struct Mark: Sendable {
        let name: String
        let x: Int
    }

    let title = localized("chart.desks.title")
    let subtitle: String
    let description: String
    /// The sentences below the bars. The page shows them, the title and the subtitle as text.
    let footer: [ChartNote]
    /// Whether this is a picture to download, which contains its text.
    let isPicture: Bool
    /// Why nothing is shown; nil: there is a chart.
    let tooFew: String?
    private(set) var bars: [Bar] = []
    private(set) var marks: [Mark] = []
    private(set) var axisEnd = 0
    let width: Int
    /// Whether the drawing fits a phone.
    let isNarrow: Bool
    private(set) var height = 170
    /// The first line of the drawing that is shown.
    let begin: Int
    let barHeight = DeskUseChart.barHeight
    let address: String

    private static let width = 960
    private static let narrowWidth = 640
    private static let left = 190
    private static let right = 70
    private static let top = 118
    private static let rowHeight = 26
    private static let barHeight = 16
    /// The maximum number of desks drawn, for legibility: the most and the least used ones.
    static let maximumDesks = 60
    private static let mostFullDays = 3

    /// - Parameter floors: the floors with their desks, in the order of the tabs.
    init(_ use: OfficeUse, floors: [(name: String, desks: [DeskID])], isPicture: Bool) {
        self.isPicture = isPicture
        let width = isPicture ? Self.width : Self.narrowWidth
        (self.width, isNarrow) = (width, !isPicture)
        begin = isPicture ? 0 : ChartsPage.textHeight
        let deskPeriod = use.deskPeriod ?? use.completePeriod ?? use.period
        subtitle = "\(use.office.name) · \(deskPeriod.localizedText)"
        address = ChartsPage.address(Address.deskUseChart, use.office.name, use.period)
        let all = floors.flatMap(\.desks)
        let people = use.desks.people(atAnyOf: Set(all))
        let deskDays = use.desks.daysInUse
        guard use.deskPeriod != nil, people >= OfficeUse.smallestGroup else {
            let words =
                if use.completePeriod != nil && use.deskPeriod == nil {
                    localized("chart.desks.notKept")
                } else if people > 0 {
                    localized("chart.desks.tooFew")
                } else if !use.hasBegun {
                    localized("hr.notBegun")
                } else {
                    localized(use.hasIncompleteDays ? "chart.desks.noneYet" : "chart.desks.none")
                }
            (tooFew, description, footer) = (words, words, [])
            return
        }
        tooFew = nil
        // A reader can subtract the listed desks from a total. The rest is the sum of the others, so these need enough users together.
        // If one floor had no total, it could be calculated from the others.
        func mayHaveTotal(_ desks: [DeskID]) -> Bool {
            let others = desks.filter { (1..<OfficeUse.smallestGroup).contains(use.desks.people($0)) }
            return others.isEmpty || use.desks.people(atAnyOf: Set(others)) >= OfficeUse.smallestGroup
        }
        let hasTotal = mayHaveTotal(all)
        let hasFloors = floors.count > 1 && floors.allSatisfy { mayHaveTotal($0.desks) }
        var groups: [(name: String, desks: [DeskID])] = hasTotal ? [(name: localized("chart.desks.all"), desks: all)] : []
        if hasFloors {
            groups += floors.map { (name: localized("chart.desks.floor", ["floor": $0.name]), desks: $0.desks) }
        }
        let wholes = groups.filter { !$0.desks.isEmpty }.map { name, desks in
            (name, desks.reduce(0) { $0 + use.desks.days($1) }, desks.count * deskDays)
        }
        let shown = all.filter { use.desks.people($0) >= OfficeUse.smallestGroup }
            .sorted { (-use.desks.days($0), $0) < (-use.desks.days($1), $1) }
        let unused = all.count { use.desks.people($0) == 0 }
        let hidden = all.count - shown.count - unused
        let half = Self.maximumDesks / 2
        let kept = shown.count > Self.maximumDesks ? shown.prefix(half) + shown.suffix(half) : shown[...]
        let length = width - Self.left - Self.right
        var bars: [Bar] = []
        func draw(_ name: String, _ days: Int, of possible: Int, isWhole: Bool) {
            let y = Self.top + bars.count * Self.rowHeight + (isWhole || wholes.isEmpty ? 0 : 14)
            let barLength = possible > 0 ? length * days / possible : 0
            bars.append(
                Bar(
                    name: name, y: y, middle: y + Self.barHeight / 2, length: barLength, valueX: Self.left + barLength + 8,
                    value: "\((days * 200 + possible) / max(1, 2 * possible)) %", isWhole: isWhole))
        }
        for (name, days, possible) in wholes { draw(name, days, of: possible, isWhole: true) }
        for desk in kept { draw(desk.description, use.desks.days(desk), of: deskDays, isWhole: false) }
        axisEnd = (bars.last?.y ?? Self.top) + Self.barHeight + 6
        marks = stride(from: 0, through: 100, by: 25).map { Mark(name: "\($0) %", x: Self.left + length * $0 / 100) }
        let facts = hasTotal ? Self.facts(use.desks, of: all.count) : []
        var lines = [localized("chart.desks.share", count: deskDays)] + facts
        if use.hasIncompleteDays { lines.append(localized("chart.completeDays")) }
        if deskPeriod.lowerBound > use.period.lowerBound {
            lines.append(localized("chart.desks.begins", ["day": deskPeriod.lowerBound.short]))
        }
        if hidden > 0 {
            let words =
                if shown.isEmpty {
                    localized("chart.desks.onlyTotal")
                } else if hasTotal {
                    localized("chart.desks.hidden", count: hidden)
                } else {
                    localized("chart.desks.noTotal", count: hidden)
                }
            lines.append(words)
        }
        if unused > 0 { lines.append(localized("chart.desks.unused", count: unused)) }
        if kept.count < shown.count {
            lines.append(
                localized("chart.desks.notDrawn", ["count": "\(shown.count - kept.count)", "half": "\(half)"]))
        }
        footer = ChartNote.lines(lines, below: axisEnd)
        height = isPicture ? axisEnd + 34 + lines.count * 20 : axisEnd + 10 - begin
        self.bars = bars
        description =
            ([localized("chart.hours.description", ["subtitle": subtitle])] + facts
            + bars.prefix(wholes.count + 1).map { localized("chart.desks.bar", ["name": $0.name, "value": $0.value]) })
            .localizedList("tap.and")
    }

    /// The average number of desks in use and the fullest days, a sentence each.
    /// - Parameter count: the number of all desks.
    private static func facts(_ use: DeskUse, of count: Int) -> [String] {
        let days = use.fullestDays(group: OfficeUse.smallestGroup)
        var fullest = days.prefix(mostFullDays).map { day in
            localized("chart.desks.fullDay", ["day": day.date.withWeekday, "count": "\(day.desks)"])
        }
        let asFull = days.dropFirst(mostFullDays).count { $0.desks == days[mostFullDays - 1].desks }
        if asFull > 0 {
            fullest.append(
                localized("chart.desks.asFull", count: asFull, ["desks": "\(days[mostFullDays - 1].desks)"]))
        }
        return [
            localized("chart.desks.average", count: count, ["average": use.averageInUse.oneDecimal]),
            fullest.isEmpty
                ? localized("chart.desks.noFullDays")
                : localized("chart.desks.fullDays", ["days": fullest.localizedList("record.separator")]),
        ]
    }
}
