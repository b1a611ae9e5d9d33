package import Hours
import Synchronization

/// The recorded facts that concern all people, at one moment.
package struct CommonFactList: Sendable {
    /// The latest fact. After a restore, another one may have its position.
    struct Version: Equatable {
        var seq: Int64
        var commitment: [UInt8]
    }

    /// In the order of recording.
    package let facts: [HoursFact]
    /// nil: there are none.
    let version: Version?

    package init() { (facts, version) = ([], nil) }

    init(_ facts: [HoursFact], version: Version?) { (self.facts, self.version) = (facts, version) }
}

/// The common facts of the last use. Each use asks the database for newer ones, so all servers agree.
package final class CommonFactCache: Sendable {
    private let store: HoursStore
    private let latest = Mutex((list: CommonFactList(), facts: CommonFacts([])))

    init(store: HoursStore) { self.store = store }

    /// The facts up to now. One short statement, if none is new.
    /// - Parameter seq: the number of the latest record that counts; nil: all count.
    package func facts(at seq: Int64? = nil) async throws -> CommonFacts {
        let (known, facts) = latest.withLock { $0 }
        let list = try await store.commonFacts(known)
        if let seq, let last = list.facts.last, last.entry > seq { return CommonFacts(list.facts.until(seq)) }
        if list.version == known.version { return facts }
        let common = CommonFacts(list.facts.map(\.fact))
        latest.withLock { $0 = (list, common) }
        return common
    }
}

extension [HoursFact] {
    /// Those until a record of the log; nil: all.
    package func until(_ seq: Int64?) -> [Fact] { filter { $0.entry <= seq ?? .max }.map(\.fact) }
}
