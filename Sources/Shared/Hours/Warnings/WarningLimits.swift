/// The limits of a set of rules, in seconds. Terms choose a set; no setting changes its numbers (Hours.docc, "Warnings").
struct WarningLimits: Sendable {
    var breaks: BreakRule?
    /// The longest work without a break that counts.
    var unbroken: Int64?
    /// The longest work of a day.
    var day: Int64?
    /// The shortest rest between the work of two days.
    var rest: Int64?
    /// The number of weeks over which the weekly work may be 48 h on average.
    var averageWeeks: Int64?
    var overtime: OvertimeLimits?

    struct BreakRule: Sendable {
        /// The shortest gap between two stretches of work that counts.
        let shortest: Int64
        /// Work above `above` needs breaks of `needed`. Longest work first.
        let steps: [(above: Int64, needed: Int64)]
    }

    struct OvertimeLimits: Sendable {
        /// The most overtime of a period.
        let month: Int64
        /// The most overtime of the periods from April to March.
        let year: Int64
        /// Overtime and work on rest days of a period stay below this.
        let hard: Int64
        /// The most overtime and work on rest days of a period, on average over the last periods.
        let average: Int64
        /// The numbers of periods of the average.
        let averagePeriods: ClosedRange<Int>
    }

    /// The longest week on average. Directive 2003/88/EC, art. 6; ArbZG § 3; Working Time Regulations 1998, reg. 4.
    static let week: Int64 = 172_800
}

extension RuleSet {
    var limits: WarningLimits {
        switch self {
        case .de: .germany
        case .eu: .europeanUnion
        case .uk: .unitedKingdom
        case .jp, .jpFlex: .japan
        case .schedule: WarningLimits()
        }
    }
}

extension WarningLimits {
    /// Arbeitszeitgesetz (ArbZG): § 4 breaks of 15 min or more, 30 min above 6 h and 45 min above 9 h, and at most 6 h without
    /// one; § 3 at most 10 h a day, and an average over 24 weeks; § 5 rest of 11 h.
    fileprivate static let germany = WarningLimits(
        breaks: BreakRule(shortest: 900, steps: [(32_400, 2700), (21_600, 1800)]), unbroken: 21_600, day: 36_000, rest: 39_600,
        averageWeeks: 24)

    /// Directive 2003/88/EC: art. 3 rest of 11 h; art. 6 and 16 the average over four months.
    fileprivate static let europeanUnion = WarningLimits(rest: 39_600, averageWeeks: 17)

    /// Working Time Regulations 1998: reg. 12 one break of 20 min above 6 h; reg. 10 rest of 11 h; reg. 4 the average over 17
    /// weeks.
    fileprivate static let unitedKingdom = WarningLimits(
        breaks: BreakRule(shortest: 1200, steps: [(21_600, 1200)]), rest: 39_600, averageWeeks: 17)

    /// Labour Standards Act: art. 34 breaks of 45 min above 6 h and 60 min above 8 h; art. 36 (3) and (4) overtime of 45 h a
    /// month and 360 h a year; art. 36 (6) less than 100 h a month and at most 80 h on average over two to six months, with
    /// work on rest days.
    fileprivate static let japan = WarningLimits(
        breaks: BreakRule(shortest: 1, steps: [(28_800, 3600), (21_600, 2700)]),
        overtime: OvertimeLimits(month: 162_000, year: 1_296_000, hard: 360_000, average: 288_000, averagePeriods: 2...6))
}
