import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization

/// The recorded entries of a schedule, of terms, of adjustments or of employments, also those that were removed.
struct FactHistory: Sendable {
    struct Entry: Sendable {
        /// The first day, or the day of an adjustment.
        let from: String
        /// Such as `From 16 Mar 2026`; the day of an adjustment.
        let day: String
        /// What holds from then on.
        let content: String
        let comment: String?
        /// The author and the time of recording; nil: a change of the account.
        let recorded: String?
        /// The id for the form that removes it; nil: it is removed, or is the server's own.
        let id: String?
        /// The author and the time of the removal.
        let removed: String?
        let removalComment: String?
        /// The id of the void that a form makes.
        let removalID = UUID().uuidString.lowercased()
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

    /// - Parameters:
    ///   - names: of ``authors``.
    ///   - words: what a fact says.
    func entries(
        _ names: [PersonID: String], _ clock: LocalClock, today: CivilDate,
        words: (Fact.Content) -> String? = FactHistory.words
    ) -> [Entry] {
        func who(_ fact: HoursFact) -> String {
            let author = fact.author.map { names[$0] ?? "" } ?? localized("account.by.command")
            return localized("workingTime.recorded", ["author": author, "time": clock.dayAndTime(fact.recordedAt.seconds)])
        }
        return facts.compactMap { fact in
            guard let from = fact.fact.content.firstDay, let content = words(fact.fact.content) else { return nil }
            let removal = removals[fact.fact.id]
            let isOfAccount = fact.author == nil && fact.fact.content.type == .employment
            let isSpan = if case .adjustment = fact.fact.content { false } else { true }
            return Entry(
                from: from.short, day: isSpan ? localized("workingTime.from", ["from": from.short]) : from.short,
                content: content, comment: fact.reason, recorded: isOfAccount ? nil : who(fact),
                id: removal == nil && fact.isRemovable ? fact.fact.id : nil, removed: removal.map(who),
                removalComment: removal?.reason, isPlanned: from > today)
        }
    }

    /// What a schedule, terms or an adjustment say; nil: another fact.
    static func words(_ content: Fact.Content) -> String? {
        switch content {
        case .schedule(let schedule):
            [ScheduleWords.amount(schedule), ScheduleWords.details(schedule)].joined(separator: " · ")
        case .terms(let terms): TermsText.entry(terms)
        case .adjustment(let adjustment): HoursAmount(adjustment).inWords
        default: nil
        }
    }

    private static func order(_ fact: HoursFact) -> (CivilDate, Int64) {
        (fact.fact.content.firstDay ?? CivilDate(daysSince1970: 0), fact.fact.seq)
    }
}

extension HoursFact {
    /// Whether a form can remove it.
    var isRemovable: Bool {
        switch fact.content {
        case .schedule, .terms: true
        // The account alone changes the others.
        case .employment: author != nil
        // The server's own adjustments stand for erased days.
        case .adjustment(let adjustment): adjustment.reason != .retention
        default: false
        }
    }
}
