import AttendanceStore
import Testing

@Suite struct `Repeated errors` {
    @Test func `A repeated error is logged once a minute with the number of repetitions`() {
        let start = ContinuousClock.now
        var errors = RepeatedErrors()
        #expect(errors.logText("full", now: start) == "full")
        for second in 1..<60 { #expect(errors.logText("full", now: start + .seconds(second)) == nil) }
        #expect(errors.logText("away", now: start + .seconds(30)) == "away")
        let later = errors.logText("full", now: start + .seconds(60))
        #expect(later == "full, repeated 59 times since the last line")
        #expect(errors.logText("full", now: start + .seconds(61)) == nil)
    }
}
