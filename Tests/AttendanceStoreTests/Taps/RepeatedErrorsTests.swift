import AttendanceStore
import Testing

@Suite struct `Repeated errors` {
    @Test func `A repeated error is logged once a minute with the number of repetitions`() {
        let start = ContinuousClock.now
        var errors = RepeatedErrors()
        #expect(errors.take("full", now: start) == 0)
        for second in 1..<60 { #expect(errors.take("full", now: start + .seconds(second)) == nil) }
        #expect(errors.take("away", now: start + .seconds(30)) == 0)
        #expect(errors.take("full", now: start + .seconds(60)) == 59)
        #expect(errors.take("full", now: start + .seconds(61)) == nil)
    }
}
