import Attendance

/// What claims use of one leave account.
struct AccountUses {
    /// In the order of days and, on a day, of claims.
    private(set) var list: [(date: CivilDate, amount: Int64)] = []
    /// The half days up to and including each entry of ``list``.
    private var halves: [Int64] = []

    /// Days must come in ascending order.
    mutating func add(_ claim: Claim, on date: CivilDate) {
        list.append((date, claim.taken))
        halves.append((halves.last ?? 0) + claim.halves.count)
    }

    func begins(by date: CivilDate) -> Bool { list.first.map { $0.date <= date } ?? false }

    /// The half days from `first` to `last`, without hourly leave. Takes logarithmic time.
    func halves(from first: CivilDate, to last: CivilDate) -> Int64 {
        first <= last ? halves { $0 <= last } - halves { $0 < first } : 0
    }

    /// The half days of the days at the start for which the condition holds.
    private func halves(while condition: (CivilDate) -> Bool) -> Int64 {
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(list[middle].date) { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? 0 : halves[low - 1]
    }
}
