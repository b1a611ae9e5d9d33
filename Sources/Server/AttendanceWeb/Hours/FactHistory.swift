import Attendance
import AttendanceStore
import Hours
import Localization

/// The recorded entries of a schedule, or of the terms of an office or team, also those that were removed.
struct FactHistory: Sendable {
    struct Entry: Sendable {
        /// The first day.
        let from: String
        /// What holds from then on.
        let content: String
        /// The author and the time of recording.
        let recorded: String
        /// The id for the form that removes it; nil: it is removed.
        let id: String?
        /// The author and the time of the removal.
        let removed: String?
        let isPlanned: Bool
    }

    /// The latest first day first; of one day, the latest entry first.
    private let facts: [HoursFact]
    /// The voids, by the facts that they remove.
    private let removals: [String: HoursFact]

    init(_ facts: [HoursFact], _ isShown: (Fact.Content) -> Bool) {
        removals = Dictionary(
            facts.compactMap { fact in if case .void(let target) = fact.fact.content { (target, fact) } else { nil } }
        ) { first, _ in first }
        self.facts = facts.filter { isShown($0.fact.content) }.sorted { Self.order($0) > Self.order($1) }
    }

    /// Those who recorded or removed an entry.
    var authors: [PersonID] {
        Set(facts.flatMap { [$0.author, removals[$0.fact.id]?.author] }.compactMap { $0 }).sorted()
    }

    /// - Parameter names: of ``authors``.
    func entries(_ names: [PersonID: String], _ clock: LocalClock, today: CivilDate) -> [Entry] {
        func who(_ fact: HoursFact) -> String {
            let author = fact.author.map { names[$0] ?? "" } ?? localized("account.by.command")
            return localized("workingTime.recorded", ["author": author, "time": clock.dayAndTime(fact.recordedAt.seconds)])
        }
        return facts.compactMap { fact in
            guard let (from, content) = Self.words(fact.fact.content) else { return nil }
            let removal = removals[fact.fact.id]
            return Entry(
                from: from.short, content: content, recorded: who(fact), id: removal == nil ? fact.fact.id : nil,
                removed: removal.map(who), isPlanned: from > today)
        }
    }

    /// The first day of a schedule or of terms, and what holds from then on; nil: another fact.
    static func words(_ content: Fact.Content) -> (from: CivilDate, text: String)? {
        switch content {
        case .schedule(let schedule):
            let text = [ScheduleWords.amount(schedule), ScheduleWords.details(schedule)].joined(separator: " · ")
            return (schedule.from, text)
        case .terms(let terms): return (terms.from, TermsText.entry(terms))
        default: return nil
        }
    }

    private static func order(_ fact: HoursFact) -> (CivilDate, Int64) {
        let from = words(fact.fact.content)?.from ?? CivilDate(daysSince1970: 0)
        return (from, fact.fact.seq)
    }
}
