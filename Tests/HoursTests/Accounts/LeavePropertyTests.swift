import Attendance
import Hours
import TestServers
import Testing

/// Random grants and absences of a person in 2026.
private struct RandomLeave {
    var scene: LeaveScene
    var generator: SeededGenerator
    let through: CivilDate
    let to: CivilDate

    init(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let start = try #require(CivilDate(text: "2025-12-01"))
        func day() -> CivilDate { start.adding(days: .random(in: 0...400, using: &generator)) }
        scene = try LeaveScene(
            target: [28_800, 27_000, 1].randomElement(using: &generator) ?? 1,
            hourSeconds: [1, 3600].randomElement(using: &generator) ?? 1)
        for index in 0..<Int.random(in: 0...12, using: &generator) {
            let from = day()
            let length: Int64? = [nil, 0, 30, 200].randomElement(using: &generator) ?? nil
            scene.grant(
                "grant \(index)",
                Grant(
                    user: "aiko", account: ["leave", "extra"].randomElement(using: &generator) ?? "leave",
                    amount: .random(in: 0...200_000, using: &generator), from: from,
                    expires: length.map { from.adding(days: .random(in: 0...$0, using: &generator)) },
                    mustTakeHalves: [0, 5, 10].randomElement(using: &generator) ?? 0))
        }
        for _ in 0..<Int.random(in: 0...30, using: &generator) {
            let from = day()
            let extents: [Absence.Extent] = [.part(.full), .part(.morning), .part(.afternoon), .hours(5000)]
            scene.add(
                .absence(
                    Absence(
                        user: "aiko",
                        kind: ["vacation", "vacation", "sabbatical", "sick"].randomElement(using: &generator) ?? "",
                        from: from, to: from.adding(days: .random(in: 0...9, using: &generator)),
                        extent: extents.randomElement(using: &generator) ?? .part(.full))))
        }
        (through, to) = (day(), day())
        self.generator = generator
    }
}

@Suite struct `Random leave accounts` {
    /// New in every run; a failure prints its seed.
    static let seeds = (0..<150).map { _ in UInt64.random(in: 0 ..< .max) }

    @Test(arguments: seeds) func `Grants less what is used and lapsed are what is left less the debt`(seed: UInt64) throws {
        let leave = try RandomLeave(seed: seed)
        for account in leave.scene.balances(through: leave.through, to: leave.to).accounts {
            let left = account.grants.reduce(0) { $0 + $1.remaining }
            #expect(account.remaining == account.granted - account.taken - account.planned - account.lapsed, "seed \(seed)")
            #expect(account.remaining == left - account.debt, "seed \(seed)")
            #expect(account.lapsed == account.grants.reduce(0) { $0 + $1.lapsed }, "seed \(seed)")
            #expect(account.debt >= 0 && account.grants.allSatisfy { $0.remaining >= 0 && $0.lapsed >= 0 }, "seed \(seed)")
        }
    }

    @Test(arguments: seeds) func `Leave accounts do not depend on the order in which facts arrive`(seed: UInt64) throws {
        var leave = try RandomLeave(seed: seed)
        let expected = leave.scene.balances(through: leave.through, to: leave.to)
        for _ in 0..<4 {
            let other = leave.scene.shuffled(using: &leave.generator)
            #expect(other.balances(through: leave.through, to: leave.to) == expected, "seed \(seed)")
        }
    }

    /// Up to 60 grants of an hour each expire in a random order in 2027, and each day of leave uses 8 of them.
    @Test(arguments: seeds) func `Leave uses up the grants in their order of use`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var scene = try LeaveScene()
        let count = Int.random(in: 1...60, using: &generator)
        let expiries = (0..<count).shuffled(using: &generator)
        for (index, day) in expiries.enumerated() {
            let first = try #require(CivilDate(text: "2026-01-01")).adding(days: .random(in: 0...50, using: &generator))
            let last = try #require(CivilDate(text: "2027-01-01")).adding(days: Int64(day))
            scene.grant("\(index)", Grant(user: "aiko", account: "leave", amount: 3600, from: first, expires: last))
        }
        let days = Int.random(in: 0...4, using: &generator)
        for day in 0..<days { try scene.absence(on: "2026-03-0\(day + 2)") }
        let used = min(days * 8, count)
        let left = try scene.leave(to: "2026-03-31").grants.map(\.remaining)
        #expect(left == Array(repeating: 0, count: used) + Array(repeating: 3600, count: count - used), "seed \(seed)")
    }

    /// The last day that counts divides what is used in two, and nothing else.
    @Test(arguments: seeds) func `A planned day becomes a taken one when it is over`(seed: UInt64) throws {
        let leave = try RandomLeave(seed: seed)
        let (planned, over) = (
            leave.scene.balances(through: leave.through, to: leave.to).accounts,
            leave.scene.balances(through: leave.to, to: leave.to).accounts
        )
        #expect(planned.map { $0.taken + $0.planned } == over.map(\.taken), "seed \(seed)")
        #expect(planned.map(\.grants) == over.map(\.grants) && planned.map(\.debt) == over.map(\.debt), "seed \(seed)")
        #expect(over.allSatisfy { $0.planned == 0 }, "seed \(seed)")
    }

    @Test(arguments: seeds) func `An obligation that is done has its half days, and one that is open is not due`(
        seed: UInt64
    ) throws {
        let leave = try RandomLeave(seed: seed)
        for obligation in leave.scene.balances(through: leave.through, to: leave.to).obligations {
            #expect((obligation.state == .done) == (obligation.taken >= obligation.needed), "seed \(seed)")
            if obligation.state == .open { #expect(leave.through < obligation.due, "seed \(seed)") }
            if obligation.due <= leave.through { #expect(obligation.planned == 0, "seed \(seed)") }
        }
    }
}
