/// The breaks of a day, and the work between them, in seconds.
struct Breaks {
    /// The sum of the gaps that count.
    private(set) var sum: Int64 = 0
    /// The longest work without a gap that counts. Shorter gaps are no part of it.
    private(set) var longestRun: Int64 = 0

    /// Time that several stretches share is worked once: a gap has no work at all.
    /// - Parameters:
    ///   - stretches: the day's work, ordered by start.
    ///   - shortest: the shortest gap that counts, more than 0.
    init(_ stretches: [DayWork.Stretch], shortest: Int64) {
        guard var end = stretches.first?.start else { return }
        var run: Int64 = 0
        for stretch in stretches {
            if stretch.start - end >= shortest {
                sum += stretch.start - end
                run = 0
            }
            run += max(0, stretch.end - max(stretch.start, end))
            longestRun = max(longestRun, run)
            end = max(end, stretch.end)
        }
    }
}
