import Attendance
import AttendanceStore
import Foundation

/// Invented attendance of some weeks, with late arrivals, forgotten taps and sessions over midnight.
struct DemoHistory {
    let people: [String]
    /// Seconds that the office's clock is ahead of UTC. Changes of the offset during the history are ignored.
    let offset: Int64
    /// The day after the last day of the history.
    let today: CivilDate
    let days: Int64

    /// In order of time. Equal properties give equal taps, except for their ids.
    var taps: [TapSubmission] {
        var dice = Dice(state: 2026)
        var taps: [TapSubmission] = []
        for day in (today.daysSince1970 - days)..<today.daysSince1970 {
            // 1970-01-01 was a Thursday.
            let weekday = (day + 3) % 7
            guard weekday < 5 else { continue }
            for (number, user) in people.enumerated() where dice.roll(20) > 0 {
                taps += self.day(CivilDate(daysSince1970: day), of: user, desk: number, &dice)
            }
        }
        return taps.sorted { $0.receivedAt < $1.receivedAt }
    }

    private func day(_ day: CivilDate, of user: String, desk: Int, _ dice: inout Dice) -> [TapSubmission] {
        let morning = day.daysSince1970 * 86_400 - offset + 8 * 3600 + 30 * 60 + dice.roll(75 * 60)
        let lunch = morning + 3 * 3600 + dice.roll(5400)
        let back = lunch + 1500 + dice.roll(2700)
        // One day in 150 lasts until the next morning.
        let evening = dice.roll(150) == 0 ? morning + 17 * 3600 - 3600 - dice.roll(600) : back + 4 * 3600 + dice.roll(6000)
        let floor = desk % 3 == 2 ? "7F" : "6F"
        let place = "\(floor)-\(["A", "B", "C", "D"][desk % 4])\(1 + (desk + Int(dice.roll(12) == 0 ? 1 : 0)) % 6)"
        var taps = [tap(user, .start, place, morning)]
        if dice.roll(15) > 0 { taps += [tap(user, .pause, place, lunch), tap(user, .start, place, back)] }
        // One end in 30 is forgotten.
        if dice.roll(30) > 0 { taps.append(tap(user, .end, nil, evening)) }
        return taps
    }

    private func tap(_ user: String, _ kind: TapKind, _ desk: String?, _ seconds: Int64) -> TapSubmission {
        let at = Instant(millisecondsSince1970: seconds * 1000)
        let tap = Tap(id: UUID(), user: user, kind: kind, at: at, desk: desk.flatMap { DeskID($0) })
        return TapSubmission(tap, of: TapReport(tap), client: "desktap demo", receivedAt: at + .seconds(1))
    }
}

/// A pseudorandom sequence that is the same in each run.
private struct Dice {
    var state: UInt64

    /// - Returns: a number from 0 to `sides - 1`.
    mutating func roll(_ sides: Int64) -> Int64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int64(state >> 33) % sides
    }
}
