import Hours
import TestServers
import Testing

@Suite struct `Units of payroll files` {
    /// Seconds or half days, the unit as a fraction of them, and the units.
    @Test(
        arguments: [
            // Hours with two decimals.
            (0, 36, 1, 0), (17, 36, 1, 0), (18, 36, 1, 1), (-17, 36, 1, 0), (-18, 36, 1, -1), (53, 36, 1, 1), (54, 36, 1, 2),
            (-54, 36, 1, -2), (1200, 36, 1, 33), (576_000, 36, 1, 16_000), (1_000_000_000_000_000, 36, 1, 27_777_777_777_778),
            // Minutes, quarters of an hour.
            (29, 60, 1, 0), (30, 60, 1, 1), (-30, 60, 1, -1), (449, 900, 1, 0), (450, 900, 1, 1), (-450, 900, 1, -1),
            // Hours with four decimals, and with one.
            (1, 9, 25, 3), (-1, 9, 25, -3), (3600, 9, 25, 10_000), (180, 360, 1, 1), (179, 360, 1, 0),
            // Half days as days with two decimals, and as whole days.
            (1, 1, 50, 50), (-3, 1, 50, -150), (1, 2, 1, 1), (-1, 2, 1, -1), (3, 2, 1, 2),
        ] as [(Int64, Int64, Int64, Int64)]) func `Halves are rounded away from zero`(
            _ amount: Int64, _ numerator: Int64, _ denominator: Int64, _ count: Int64
        )
    {
        #expect(FileUnit(numerator, over: denominator).count(amount) == count)
    }

    @Test func `Three corrections of 20 minutes are 0.33, 0.34 and 0.33 hours`() {
        let hundredths = FileUnit(36)
        #expect(hundredths.count(through: 1200, before: 0) == 33)
        #expect(hundredths.count(through: 2400, before: 1200) == 34)
        #expect(hundredths.count(through: 3600, before: 2400) == 33)
    }

    @Test func `A correction that is taken back takes back what the file said`() {
        let hundredths = FileUnit(36)
        #expect(hundredths.count(through: 1200, before: 0) + hundredths.count(through: 0, before: 1200) == 0)
        #expect(hundredths.count(through: -18, before: 18) == -2)
    }

    @Test(arguments: [1, 2, 3, 4, 5] as [UInt64]) func `The files of all batches add up to the rounded total`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for unit in [FileUnit(36), FileUnit(60), FileUnit(900), FileUnit(9, over: 25), FileUnit(1, over: 50)] {
            var (sum, files) = (Int64(0), Int64(0))
            for _ in 0..<50 {
                let next = sum + Int64.random(in: -5000...5000, using: &generator)
                files += unit.count(through: next, before: sum)
                sum = next
                #expect(files == unit.count(sum))
            }
        }
    }
}
