import Attendance
import Hours

/// The warnings of rule sets and the overtime, computed a second time from their definitions alone: slots of five minutes instead
/// of stretches, and each sum from its beginning.
struct NaiveWarnings {
    struct Day {
        let date: CivilDate
        var rules: [RuleSet]
        var isRestDay: Bool
        var isNeutral: Bool
        /// The slots of work from midnight on; nil: not known.
        var slots: Set<Int>?
        var worked: Int64
    }

    static let slot: Int64 = 300

    /// All days from the first day of the employment on.
    let days: [Day]
    /// The months of the days, counted from year 0.
    private let months: [Int64]

    init(_ days: [Day]) {
        self.days = days
        months = days.map { $0.date.components.year * 12 + $0.date.components.month - 1 }
    }

    /// The set of Japan that decides on a day.
    private func japan(_ index: Int) -> RuleSet? { days[index].rules.first { [.jp, .jpFlex].contains($0) } }

    func restDay(_ index: Int) -> Int64 { japan(index) != nil && days[index].isRestDay ? days[index].worked : 0 }

    func overtime(_ index: Int) -> Int64 {
        let day = days[index]
        guard let rules = japan(index), !day.isRestDay else { return 0 }
        func sum(_ limit: Int64, _ isPart: (Int) -> Bool) -> Int64 {
            (0..<index).reduce(0) { isPart($1) && !days[$1].isRestDay ? $0 + min(days[$1].worked, limit) : $0 }
        }
        if rules == .jp {
            let sunday = day.date.adding(days: -((day.date.daysAfterMonday + 1) % 7))
            let (before, own) = (sum(8 * 3600) { days[$0].date >= sunday }, min(day.worked, 8 * 3600))
            return day.worked - own + max(0, before + own - 40 * 3600) - max(0, before - 40 * 3600)
        }
        let before = sum(.max) { months[$0] == months[index] }
        let frame = 40 * 3600 * Int64(day.date.month.days.count) / 7
        return max(0, before + day.worked - frame) - max(0, before - frame)
    }

    /// The lengths of the runs of slots between the first and the last one of work, in seconds. `joined`: shorter gaps end no run,
    /// and no run contains them.
    private func gapsAndRuns(_ slots: Set<Int>, joined: Int64) -> (gaps: [Int64], runs: [Int64]) {
        guard let first = slots.min(), let last = slots.max() else { return ([], []) }
        var (gaps, runs, gap) = ([Int64](), [Int64(0)], Int64(0))
        for slot in first...last {
            if !slots.contains(slot) {
                gap += Self.slot
                continue
            }
            if gap >= joined, gap > 0 {
                gaps.append(gap)
                runs.append(0)
            }
            runs[runs.count - 1] += Self.slot
            gap = 0
        }
        return (gaps, runs)
    }

    private func breaks(_ index: Int, _ rules: RuleSet) -> [(String, Int64, Int64)] {
        guard let slots = days[index].slots else { return [] }
        let worked = days[index].worked
        switch rules {
        case .de:
            let (gaps, runs) = gapsAndRuns(slots, joined: 15 * 60)
            let (sum, needed): (Int64, Int64) = (
                gaps.reduce(0, +), worked > 9 * 3600 ? 45 * 60 : worked > 6 * 3600 ? 30 * 60 : 0
            )
            let run = runs.max() ?? 0
            return (sum < needed ? [("break_short", sum, needed)] : []) + (run > 21_600 ? [("unbroken", run, 21_600)] : [])
        case .uk:
            let longest = gapsAndRuns(slots, joined: 0).gaps.max() ?? 0
            return worked > 6 * 3600 && longest < 20 * 60 ? [("break_short", 0, 1200)] : []
        case .jp, .jpFlex:
            let sum = gapsAndRuns(slots, joined: 0).gaps.reduce(0, +)
            let needed: Int64 = worked > 8 * 3600 ? 3600 : worked > 6 * 3600 ? 45 * 60 : 0
            return sum < needed ? [("break_short", sum, needed)] : []
        case .eu, .schedule: return []
        }
    }

    private func rest(_ index: Int) -> [(String, Int64, Int64)] {
        guard let start = days[index].slots?.min(),
            let earlier = days[..<index].indices.last(where: { days[$0].slots?.isEmpty == false }),
            let end = days[earlier].slots?.max()
        else { return [] }
        let rest = (Int64(start - end - 1) * Self.slot) + Int64(index - earlier) * 86_400
        return rest > 0 && rest < 11 * 3600 ? [("rest_short", rest, 39_600)] : []
    }

    private func average(_ index: Int, weeks: Int) -> [(String, Int64, Int64)] {
        guard days[index].date.daysAfterMonday == 6, index + 1 >= weeks * 7 else { return [] }
        let window = days[(index + 1 - weeks * 7)...index]
        let (worked, counted) = (window.reduce(0) { $0 + $1.worked }, Int64(window.filter { !$0.isNeutral }.count))
        return counted > 0 && worked * 7 > 48 * 3600 * counted ? [("week_average", worked * 7 / counted, 172_800)] : []
    }

    /// The limits of overtime that the sums until a day pass.
    private func passed(_ index: Int, _ overtime: [Int64], _ rest: [Int64]) -> [(String, Int64, Int64)] {
        func sum(_ values: [Int64], from first: Int64) -> Int64 {
            (0...index).reduce(0) { months[$1] >= first ? $0 + values[$1] : $0 }
        }
        let (own, both) = (months[index], zip(overtime, rest).map(+))
        let april = (own - 3) / 12 * 12 + 3
        var found: [(String, Int64, Int64)] = []
        if sum(overtime, from: own) > 45 * 3600 { found.append(("overtime_month", sum(overtime, from: own), 162_000)) }
        if sum(overtime, from: april) > 360 * 3600 { found.append(("overtime_year", sum(overtime, from: april), 1_296_000)) }
        if sum(both, from: own) >= 100 * 3600 { found.append(("overtime_hard", sum(both, from: own), 360_000)) }
        let begin = days[0].date.components.day == 1 ? months[0] : months[0] + 1
        let average = (2...6 as ClosedRange<Int64>).first {
            own - $0 + 1 >= begin && sum(both, from: own - $0 + 1) > 80 * 3600 * $0
        }
        if let average { found.append(("overtime_average", sum(both, from: own - average + 1), 288_000 * average)) }
        return found
    }

    /// In the order of the real ones.
    var texts: [String] {
        let (overtime, rest) = (days.indices.map(self.overtime), days.indices.map(restDay))
        var emitted: Set<String> = []
        return days.indices.flatMap { index in
            var found: [(rule: String, code: String, value: Int64, limit: Int64)] = []
            for rules in Set(days[index].rules) {
                var own = breaks(index, rules)
                if rules == .de, days[index].worked > 36_000 { own.append(("day_long", days[index].worked, 36_000)) }
                if [.de, .eu, .uk].contains(rules) { own += self.rest(index) + average(index, weeks: rules == .de ? 24 : 17) }
                found += own.map { (rules.rawValue, $0.0, $0.1, $0.2) }
            }
            if let rules = japan(index) {
                for (code, value, limit) in passed(index, overtime, rest) {
                    let span = code == "overtime_year" ? (months[index] - 3) / 12 : months[index]
                    if emitted.insert("\(code) \(span)").inserted { found.append((rules.rawValue, code, value, limit)) }
                }
            }
            return found.sorted { ($0.rule, $0.code) < ($1.rule, $1.code) }
                .map { "\(days[index].date) \($0.rule) \($0.code) \($0.value)/\($0.limit)" }
        }
    }
}
