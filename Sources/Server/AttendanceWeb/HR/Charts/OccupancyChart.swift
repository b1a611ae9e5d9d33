import Attendance
import Localization

/// The chart of the average number of people at work by hour and weekday, complete enough for a report.
struct OccupancyChart: Page {
    static let template = "occupancy"

    struct Row: Sendable {
        let name: String
        let middle: Int
        let cells: [Cell]
    }

    struct Cell: Sendable {
        let x, y, middleX, middleY: Int
        /// nil if there was no work.
        let text: String?
        /// Whether the fill needs white text.
        let isDark: Bool
        /// A color from pale to dark; nil for too few people.
        let fill: String?
        let label: String
    }

    struct Column: Sendable {
        let name: String
        let middleX: Int
    }

    let title = localized("chart.hours.title")
    let subtitle: String
    let description: String
    /// The sentences below the hours. The page shows them, the title and the subtitle as text.
    private(set) var footer: [ChartNote] = []
    /// Whether this is a picture to download, which contains its text.
    let isPicture: Bool
    /// Why nothing is shown; nil: there is a chart.
    let tooFew: String?
    private(set) var rows: [Row] = []
    private(set) var columns: [Column] = []
    let width: Int
    /// Whether the drawing fits a phone.
    let isNarrow: Bool
    /// The end of the names of rows.
    let labelX: Int
    private(set) var height = 170
    /// The first line of the drawing that is shown.
    let begin: Int
    let cellWidth: Int
    let cellHeight = OccupancyChart.cellHeight
    let address: String

    private static let width = 960
    private static let narrowWidth = 640
    /// The maximum number of hours whose numbers are legible in a narrow drawing.
    private static let mostNarrowHours = 13
    private static let top = 118
    private static let cellHeight = 34
    private static let shades = ["#eef5f1", "#d3e7de", "#aed3c4", "#7fb9a5", "#4b9680", "#1f6f5c", "#124c3e"]

    init(_ use: OfficeUse, isPicture: Bool) {
        self.isPicture = isPicture
        begin = isPicture ? 0 : ChartsPage.textHeight
        subtitle = localized(
            "chart.hours.subtitle",
            [
                "office": use.office.name, "period": (use.completePeriod ?? use.period).localizedText,
                "zone": LocalClock.zoneName(use.office.timeZone),
            ])
        address = ChartsPage.address(Address.occupancyChart, use.office.name, use.period)
        guard use.people >= OfficeUse.smallestGroup else {
            let words =
                if use.people > 0 {
                    localized("chart.hours.tooFew")
                } else if !use.hasBegun {
                    localized("hr.notBegun")
                } else {
                    localized(use.hasIncompleteDays ? "chart.hours.noPeopleYet" : "chart.hours.noPeople")
                }
            (tooFew, description, cellWidth) = (words, words, 0)
            (width, isNarrow, labelX) = (Self.width, false, 0)
            return
        }
        tooFew = nil
        let averages = zip(use.hours.worked, use.available).map { $1 > 0 ? Double($0) / Double($1) : 0 }
        let used = (0..<24).filter { hour in (0..<7).contains { use.hours.people[$0 * 24 + hour] > 0 } }
        let isShown = use.hours.people.map { $0 >= OfficeUse.smallestGroup }
        let numbered = used.filter { hour in (0..<7).contains { isShown[$0 * 24 + hour] } }
        let ends = numbered.isEmpty ? used : numbered
        let hours = (ends.first ?? 0)...(ends.last ?? 23)
        let isNarrow = !isPicture && hours.count <= Self.mostNarrowHours
        let left = isNarrow ? 70 : 110
        let width = isNarrow ? Self.narrowWidth : Self.width
        (self.isNarrow, self.width, labelX) = (isNarrow, width, left - 12)
        let cellWidth = (width - left - 30) / hours.count
        self.cellWidth = cellWidth
        let highest = zip(averages, isShown).filter(\.1).map(\.0).max() ?? 0
        columns = hours.map { Column(name: "\($0)", middleX: left + ($0 - hours.lowerBound) * cellWidth + cellWidth / 2) }
        let under = localized("chart.hours.under", ["group": "\(OfficeUse.smallestGroup)"])
        rows = (0..<7).map { day in
            let y = Self.top + day * Self.cellHeight
            return Row(
                name: localized("date.shortWeekday.\(day + 1)"), middle: y + Self.cellHeight / 2,
                cells: hours.map { hour in
                    let place = day * 24 + hour
                    let x = left + (hour - hours.lowerBound) * cellWidth
                    let shade = highest > 0 ? Int(averages[place] / highest * Double(Self.shades.count - 1) + 0.5) : 0
                    let hasAny = use.hours.people[place] > 0
                    let number = averages[place].oneDecimal
                    return Cell(
                        x: x, y: y, middleX: x + cellWidth / 2, middleY: y + Self.cellHeight / 2,
                        text: hasAny ? (isShown[place] ? number : "·") : nil, isDark: isShown[place] && shade >= 4,
                        fill: isShown[place] ? Self.shades[shade] : nil,
                        label: hasAny ? (isShown[place] ? number : under) : "0")
                })
        }
        let end = Self.top + 7 * Self.cellHeight
        // The highest number shown of each weekday.
        let peaks = (0..<7).compactMap { day -> String? in
            let shown = hours.map { day * 24 + $0 }.filter { isShown[$0] }
            return shown.max { averages[$0] < averages[$1] }.map { place in
                localized(
                    "chart.hours.peak",
                    [
                        "weekday": localized("date.shortWeekday.\(day + 1)"), "hour": "\(place % 24)",
                        "count": averages[place].oneDecimal,
                    ])
            }
        }
        var lines = [localized("chart.hours.footer")]
        if !peaks.isEmpty {
            lines.append(localized("chart.hours.peaks", ["peaks": peaks.localizedList("record.separator")]))
        }
        if use.hasIncompleteDays { lines.append(localized("chart.completeDays")) }
        let drawn = (0..<WeekHours.count).filter { hours.contains($0 % 24) }
        if drawn.contains(where: { use.hours.people[$0] > 0 && !isShown[$0] }) { lines.append(localized("chart.smallGroups")) }
        if used.contains(where: { !hours.contains($0) }) { lines.append(localized("chart.hours.leftOut")) }
        footer = ChartNote.lines(lines, below: end)
        height = isPicture ? end + 34 + lines.count * 20 : end + 10 - begin
        let busiest = averages.indices.filter { isShown[$0] }.max { averages[$0] < averages[$1] }
        let subtitle = subtitle
        description =
            busiest.map { place in
                localized(
                    "chart.hours.busiest",
                    [
                        "subtitle": subtitle, "weekday": localized("date.weekday.\(place / 24 + 1)"), "from": "\(place % 24)",
                        "to": "\(place % 24 + 1)", "count": averages[place].oneDecimal,
                    ])
            } ?? localized("chart.hours.description", ["subtitle": subtitle])
    }
}

extension Double {
    /// One decimal place; a half is rounded away from zero.
    var oneDecimal: String {
        let tenths = Int((self * 10).rounded(.toNearestOrAwayFromZero))
        return "\(tenths / 10).\(tenths % 10)"
    }
}
