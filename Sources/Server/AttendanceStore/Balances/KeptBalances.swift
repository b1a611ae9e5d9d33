import Attendance
import Postgres
import Synchronization

/// Balances of people in memory until settled days of periods, so that a page about many people derives only the days since and
/// the people whose facts or record changed. The result is the same as without kept values.
package final class KeptBalances: Sendable {
    /// The balances of a period, all of the state of one record.
    struct Balances: Sendable {
        let settings: [OfficeSettingsVersion]
        /// No balance is of a later day.
        var through: CivilDate
        /// The latest record that counts, and the hash of its ledger entry; nil: the log was empty.
        let seq: Int64
        let hash: PostgresBytes?
        var people: [PersonID: RunningBalance] = [:]
    }

    private struct Kept: Sendable {
        let period: ClosedRange<CivilDate>
        let version: Int
        let balances: Balances
    }

    /// The least recently used period first.
    private let kept = Mutex<(periods: [Kept], version: Int)>(([], 0))
    /// A second page about many people waits for the balances of the first.
    let limiter = ConcurrencyLimiter(limit: 1)

    private let limit: Int
    private let mostPeriods: Int

    /// The periods that were not used for the longest time are dropped.
    /// - Parameters:
    ///   - limit: the maximum of people times periods in memory, about 1 kB each at most.
    ///   - mostPeriods: the maximum of periods, because each has the settings of all offices, also if it has one person.
    package init(limit: Int = 60_000, mostPeriods: Int = 200) { (self.limit, self.mostPeriods) = (limit, mostPeriods) }

    /// The balances of a period, and their version; nil: none are kept.
    func balances(of period: ClosedRange<CivilDate>) -> (balances: Balances, version: Int)? {
        let known = kept.withLock { $0.periods.first { $0.period == period } }
        return known.map { (balances: $0.balances, version: $0.version) }
    }

    /// - Parameter version: that of the balances from which these were made; nil: there were none. If others were kept meanwhile, the
    ///   larger number stays.
    func keep(_ balances: Balances, of period: ClosedRange<CivilDate>, after version: Int?) {
        kept.withLock { kept in
            let index = kept.periods.firstIndex { $0.period == period }
            if let index {
                let other = kept.periods[index]
                if other.version != version, other.balances.people.count > balances.people.count { return }
                kept.periods.remove(at: index)
            }
            kept.version += 1
            kept.periods.append(Kept(period: period, version: kept.version, balances: balances))
            var size = kept.periods.reduce(0) { $0 + $1.balances.people.count }
            while size > limit || kept.periods.count > mostPeriods { size -= kept.periods.removeFirst().balances.people.count }
        }
    }
}
