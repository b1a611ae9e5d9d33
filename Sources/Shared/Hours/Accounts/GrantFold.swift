import Attendance

/// Spends the grants of one account, one claim after another (Hours.docc, "Leave accounts").
struct GrantFold {
    /// In the order of use. Grants are named by their index here.
    private let grants: [Recorded<Grant>]
    private var remaining: [Int64]
    private var lapsed: [Int64]
    /// Latest begin first.
    private var later: [Int]
    /// The debts that grants carry over, latest begin first.
    private var carriedDebts: [(from: CivilDate, amount: Int64)]
    /// The grants that began, first to use first. Used up and expired ones are removed when they come first.
    private var current = MinHeap()
    private(set) var debt: Int64 = 0

    /// - Parameter grants: in the order of use.
    init(_ grants: [Recorded<Grant>]) {
        self.grants = grants
        remaining = grants.map(\.value.amount)
        lapsed = grants.map { _ in 0 }
        later = grants.indices.sorted { (grants[$0].value.from, $0) > (grants[$1].value.from, $1) }
        carriedDebts = grants.map { ($0.value.from, $0.value.debt) }.filter { $0.1 > 0 }.sorted { $0.0 > $1.0 }
    }

    /// Takes an amount from the grants that can be used on a day. The missing part becomes debt. Days must be ascending.
    mutating func use(_ amount: Int64, on date: CivilDate) {
        begin(until: date)
        spend(amount, on: date)
    }

    private mutating func spend(_ amount: Int64, on date: CivilDate) {
        var missing = amount
        while missing > 0, let first = current.first {
            if !isExpired(first, before: date) {
                let part = min(missing, remaining[first])
                missing -= part
                remaining[first] -= part
                if remaining[first] > 0 { break }
            }
            current.removeFirst()
        }
        debt += missing
    }

    /// Begins the grants that begin by `date`, then lapses those that expire by it. No use may follow.
    mutating func finish(on date: CivilDate) {
        begin(until: date)
        for index in grants.indices where isExpired(index, before: date.adding(days: 1)) {
            (lapsed[index], remaining[index]) = (remaining[index], 0)
        }
    }

    var balances: [GrantBalance] {
        grants.indices.map { GrantBalance(id: grants[$0].id, remaining: remaining[$0], lapsed: lapsed[$0]) }
    }

    /// A grant settles the debt of earlier days before it can be used. Of one day's grants, the first to use settles first. The debt
    /// that a grant carries over is that of earlier days, too.
    private mutating func begin(until date: CivilDate) {
        while let next = later.last, grants[next].value.from <= date {
            later.removeLast()
            while let carried = carriedDebts.last, carried.from <= grants[next].value.from {
                carriedDebts.removeLast()
                spend(carried.amount, on: carried.from)
            }
            let settled = min(debt, remaining[next])
            debt -= settled
            remaining[next] -= settled
            current.insert(next)
        }
    }

    private func isExpired(_ index: Int, before date: CivilDate) -> Bool {
        grants[index].value.expires.map { $0 < date } ?? false
    }
}

extension [Recorded<Grant>] {
    /// Earliest expiry first, those that do not lapse last; then by begin, then by position.
    var inOrderOfUse: [Recorded<Grant>] {
        func key(_ grant: Recorded<Grant>) -> (Int64, CivilDate, Int64) {
            (grant.value.expires?.daysSince1970 ?? .max, grant.value.from, grant.seq)
        }
        return sorted { key($0) < key($1) }
    }
}
