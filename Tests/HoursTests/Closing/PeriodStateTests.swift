import Attendance
import Hours
import Testing

/// What is recorded about Dana's March, one after another.
private enum Step: Sendable {
    /// With the figures at that time.
    case confirm, approve, close
    /// With an hour more than the figures at that time.
    case confirmOther, approveOther
    /// Adds an hour to the balance on 12 March.
    case correct
    /// Takes back the step with this index.
    case void(Int)
}

@Suite struct `States of periods` {
    private static let cases: [([Step], PeriodHours.State)] = [
        ([], .open),
        ([.correct], .open),
        ([.confirm], .confirmed),
        ([.approve], .approved),
        ([.confirm, .approve], .approved),
        ([.approve, .confirm], .approved),
        ([.confirmOther], .changed),
        ([.approveOther], .changed),
        ([.confirm, .approveOther], .confirmed),
        ([.approve, .confirmOther], .approved),
        // The latest one counts.
        ([.confirm, .confirmOther], .changed),
        ([.confirmOther, .confirm], .confirmed),
        ([.approve, .approveOther], .changed),
        ([.approveOther, .approve], .approved),
        // Figures change.
        ([.confirm, .correct], .changed),
        ([.approve, .correct], .changed),
        ([.confirm, .approve, .correct], .changed),
        ([.confirmOther, .correct], .confirmed),
        ([.confirm, .approve, .correct, .confirm], .confirmed),
        ([.confirm, .approve, .correct, .approve], .approved),
        ([.confirm, .correct, .void(1)], .confirmed),
        ([.confirm, .correct, .approve, .void(1)], .confirmed),
        ([.approve, .correct, .approve, .void(1)], .changed),
        // Withdrawn.
        ([.confirm, .void(0)], .open),
        ([.approve, .void(0)], .open),
        ([.confirm, .approve, .void(1)], .confirmed),
        ([.confirm, .approve, .void(0)], .approved),
        ([.confirm, .correct, .void(0)], .open),
        ([.confirm, .confirmOther, .void(1)], .confirmed),
        ([.confirm, .correct, .confirm, .void(2)], .changed),
        // Handed over.
        ([.close], .closed),
        ([.confirm, .approve, .close], .closed),
        ([.confirm, .correct, .close], .closed),
        ([.close, .correct], .closed),
        ([.close, .correct, .confirm, .approve], .closed),
        ([.close, .confirm, .void(1)], .closed),
    ]

    @Test(arguments: cases.indices) func `The state follows from the facts and the current figures`(_ index: Int) throws {
        let (steps, state) = Self.cases[index]
        var (dana, ids) = (try ClosingPerson.march(), [String]())
        for step in steps {
            var items = try dana.period("2026-03").items
            switch step {
            case .confirmOther, .approveOther:
                for item in ["adjustment_s", "adjustment.correction", "balance_s"] { items[item, default: 0] += 3600 }
            case .confirm, .approve, .close, .correct, .void: break
            }
            let figures = PeriodFigures(user: "dana", period: try ClosingPerson.name("2026-03"), items: items)
            switch step {
            case .confirm, .confirmOther: ids.append(dana.add(.confirm(figures)))
            case .approve, .approveOther: ids.append(dana.add(.approve(figures)))
            case .close: ids.append(dana.add(.close(figures)))
            case .correct: ids.append(try dana.adjust("2026-03-12", 3600))
            case .void(let index): ids.append(dana.add(.void(target: ids[index])))
            }
        }
        let period = try dana.period("2026-03")
        #expect(period.state == state, "\(steps)")
        if state != .closed { #expect(period.handed.isEmpty && period.delta.isEmpty) }
    }

    /// Changes of the confirmed items, and whether they are still those of Dana's March.
    @Test(
        arguments: [
            (["night_s": nil], .confirmed), (["sick.s": 0], .confirmed), (["adjustment.payout": 0], .confirmed),
            (["leave.halves": nil], .changed), (["leave.halves": 3], .changed), (["sick.s": 1], .changed),
            (["days": 19], .changed),
            (["leave.s": nil, "sick.s": 57_600], .changed), (["balance_s": -1], .changed), (["carried_s": 1], .changed),
        ] as [([String: Int64?], PeriodHours.State)]) func `A missing figure is zero`(
            _ changes: [String: Int64?], _ state: PeriodHours.State
        ) throws
    {
        var dana = try ClosingPerson.march()
        var items = try dana.period("2026-03").items
        for (item, value) in changes { items[item] = value }
        dana.add(.confirm(PeriodFigures(user: "dana", period: try ClosingPerson.name("2026-03"), items: items)))
        #expect(try dana.period("2026-03").state == state)
    }

    @Test func `A correction of January leaves February confirmed`() throws {
        var dana = try ClosingPerson()
        for name in ["2026-01", "2026-02"] {
            let items = try dana.period(name).items
            dana.add(.confirm(PeriodFigures(user: "dana", period: try ClosingPerson.name(name), items: items)))
        }
        try dana.adjust("2026-01-15", 3600)
        let periods = try dana.periods(from: "2026-01-01", to: "2026-02-28", through: "2026-02-28")
        #expect(periods.map(\.state) == [.changed, .confirmed])
        #expect(periods[1].carriedStart == periods[0].carriedEnd)
    }

    @Test func `Adjustments of two reasons that cancel out change the figures`() throws {
        var dana = try ClosingPerson.march()
        let items = try dana.period("2026-03").items
        dana.add(.confirm(PeriodFigures(user: "dana", period: try ClosingPerson.name("2026-03"), items: items)))
        try dana.adjust("2026-03-12", 3600, .correction)
        try dana.adjust("2026-03-12", -3600, .payout)
        #expect(try dana.period("2026-03").state == .changed)
    }

    @Test func `A period without days is listed if a fact names it`() throws {
        var dana = try ClosingPerson(from: "2026-03-31", [0])
        try dana.work("2026-03-31", 600)
        try dana.employ(from: "2026-04-01", office: nil)
        try dana.close("2025-06", ["worked_s": 100, "night_s": 0])
        dana.add(.confirm(PeriodFigures(user: "dana", period: try ClosingPerson.name("2025-07"), items: [:])))
        dana.add(.approve(PeriodFigures(user: "dana", period: try ClosingPerson.name("2026-05"), items: ["days": 1])))
        dana.add(.confirm(PeriodFigures(user: "dana", period: try ClosingPerson.name("2026-07"), items: [:])))
        let periods = try dana.periods(from: "2025-01-01", to: "2026-06-30", through: "2026-06-30")
        #expect(periods.map(\.period.name.description) == ["2025-06", "2025-07", "2026-03", "2026-05"])
        #expect(periods.map(\.state) == [.closed, .confirmed, .open, .changed])
        #expect(periods[0].handed == ["worked_s": 100, "night_s": 0])
        #expect(periods[0].delta == ["worked_s": -100])
        #expect(periods.map(\.carriedStart) == [0, 0, 0, 600])
        #expect(periods.map(\.carriedEnd) == [0, 0, 600, 600])
    }
}
