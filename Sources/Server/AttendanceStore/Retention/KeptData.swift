package import Attendance

/// A kind of personal data of an office, how long it is kept and when the oldest of it is deleted.
package struct KeptData: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// Taps and corrections with their reasons, and correction requests with their reasons and comments.
        case hours
        /// Desks and readers of taps, also of badges without an owner.
        case places
        /// Who viewed which record, with the purposes.
        case accessLog = "access"
        case accountLog = "account"
        /// In the ledger.
        case earlierNames = "name"
        /// Of legal holds that ended.
        case holdReasons = "hold"
        case revokedKeys = "key"
        /// The times at which addresses of tags that sign were used.
        case tagReadings = "reading"
        /// Used or expired.
        case signInLinks = "link"
        /// That are over.
        case sessions = "session"
        /// Messages: their kind, and when they were sent.
        case reminders = "reminder"
        /// E-mail addresses and browsers for reminders.
        case reminderAddresses = "recipient"
        /// And badges, of people who left.
        case namesOfFormer = "former"

        /// The kinds that the retention of logs deletes.
        static let logs = allCases.filter { $0.period == .logs }

        /// The period of an office that ends with it; nil: its term is the same everywhere.
        package var period: Period? {
            switch self {
            case .hours: .hours
            case .places: .places
            case .accessLog, .accountLog, .earlierNames, .holdReasons, .revokedKeys: .logs
            case .tagReadings, .signInLinks, .sessions, .reminders, .reminderAddresses, .namesOfFormer: nil
            }
        }
    }

    /// The periods that an office sets.
    package enum Period: String, Sendable {
        case hours, places, logs
    }

    package enum Term: Sendable, Equatable {
        case months(Int64)
        case days(Int64)
        /// Counted from the end of the month.
        case monthsAfterMonth(Int64)
        case daysAfterMonth(Int64)
        /// Until an administrator erases it.
        case onRequest
        case untilLeaving
        /// No retention is set.
        case unlimited
    }

    package struct Deletion: Sendable, Equatable {
        /// The day, in UTC, in whose night it is deleted.
        package let day: CivilDate
        /// The first day of the month whose data is deleted as a whole; nil: data is deleted when it is due.
        package var month: CivilDate?
    }

    /// nil: all offices, or of no office.
    package let office: String?
    package let kind: Kind
    package let term: Term
    /// nil: there is nothing to delete.
    package let next: Deletion?
}
