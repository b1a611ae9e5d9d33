import Attendance
import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Presence from taps in any order` {
    private let noon = TestOffice.noon

    @Test func `Presence is the same for each order in which taps arrive`() async throws {
        try await TestOffice.with { office in
            let story: [(kind: TapKind, desk: String?)] = [
                (.start, "A1"), (.pause, nil), (.start, "A2"), (.start, "A2"), (.end, nil),
            ]
            let orders = permutations(of: Array(story.indices))
            try await furnish(office, floors: orders.count)
            try await office.withRecorder { (recorder) async throws in
                for (number, order) in orders.enumerated() {
                    for step in order {
                        let tap = TestOffice.submission(
                            "p\(number)", story[step].kind, at: noon + .seconds(Int64(step)),
                            desk: story[step].desk.map { "X\(number)-\($0)" }, receivedAt: noon + .seconds(9))
                        guard case .accepted = try await recorder.record([tap])[0] else {
                            Issue.record("\(tap) was not accepted")
                            continue
                        }
                    }
                }
            }
            try await expectDerivedPresence(office)
        }
    }

    /// Ada no longer holds the desk when Cy's late tap arrives, but the tap changes since when she claims it.
    @Test func `A late tap changes the desk claim of a person who was displaced meanwhile`() async throws {
        try await TestOffice.with { office in
            try await office.withRecorder { (recorder) async throws in
                for (user, second) in [("ada", 10), ("ada", 14), ("bo", 16), ("cy", 12)] as [(String, Int64)] {
                    let at = noon + .seconds(second)
                    let tap = TestOffice.submission(user, .start, at: at, desk: "6F-A1", receivedAt: noon + .seconds(20))
                    _ = try await recorder.record([tap])
                }
            }
            try await expectDerivedPresence(office)
        }
    }

    /// Taps within 600 s: most arrive late and need a derivation from the log, and many collide at a desk.
    @Test(arguments: [UInt64](1...4))
    func `Presence agrees with the log after many writers tapped at the same time`(seed: UInt64) async throws {
        try await TestOffice.with(connections: 8) { office in
            try await furnish(office, floors: 3)
            let outcomes = try await office.withRecorders(4) { recorders in
                try await withThrowingTaskGroup(of: [IngestOutcome].self) { group in
                    for writer in 0..<16 {
                        group.addTask {
                            var random = SeededGenerator(seed: seed * 1000 + UInt64(writer))
                            var outcomes: [IngestOutcome] = []
                            for _ in 0..<20 {
                                let taps = (0..<Int.random(in: 1...3, using: &random)).map { _ in randomTap(&random) }
                                outcomes += try await recorders[writer % 4].recorded(taps)
                            }
                            return outcomes
                        }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
            }
            let accepted = outcomes.count { if case .accepted = $0 { true } else { false } }
            #expect(accepted == outcomes.count)
            let counts = try await office.value("select count(*) || ' ' || max(seq) - min(seq) + 1 from event")
            #expect(counts == "\(accepted) \(accepted)")
            try await expectDerivedPresence(office)
        }
    }

    private func randomTap(_ random: inout SeededGenerator) -> TapSubmission {
        let kind: TapKind = [.start, .start, .start, .pause, .end].randomElement(using: &random) ?? .start
        let desk = "X\(Int.random(in: 0..<3, using: &random))-A\(Int.random(in: 1...2, using: &random))"
        return TestOffice.submission(
            "p\(Int.random(in: 0..<3, using: &random))", kind, at: noon + .seconds(Int.random(in: 0..<600, using: &random)),
            desk: kind == .start || Bool.random(using: &random) ? desk : nil, receivedAt: noon + .seconds(600))
    }

    /// Floors X0, X1 … with two desks each, and as many people: p0, p1 …
    private func furnish(_ office: TestOffice, floors: Int) async throws {
        for number in 0..<floors {
            let desks = (1...2).compactMap { desk in DeskID("X\(number)-A\(desk)").map { ($0, Int64(0), Int64(0)) } }
            try await office.store.floors.addFloor(
                Floor(name: "X\(number)", width: 10, height: 10), position: 9, rooms: [], desks: desks, to: office.office)
            try await office.store.people.addPerson(
                userName: "p\(number)", displayName: "Person \(number)", role: .employee, office: office.office)
        }
    }

    private func expectDerivedPresence(_ office: TestOffice) async throws {
        let derived = try await FoldedPresence.derived(in: office)
        let stored = try await FoldedPresence.all(in: office.store)
        for (user, presence) in derived { #expect(stored[user] == presence, "of \(user)") }
        #expect(!derived.isEmpty)
    }

    private func permutations(of items: [Int]) -> [[Int]] {
        if items.isEmpty { return [[]] }
        return items.flatMap { first in permutations(of: items.filter { $0 != first }).map { [first] + $0 } }
    }
}
