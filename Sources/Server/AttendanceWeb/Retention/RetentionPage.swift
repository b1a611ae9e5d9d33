package import AttendanceStore
import Localization

/// What personal data is kept, for what and how long. For administrators, each office has a form for its periods.
struct RetentionPage: Page {
    static let template = "pages/Retention/retention"

    struct Section: Sendable {
        let office: String
        let isOfAllOffices: Bool
        let rows: [KeptDataRow]
        /// nil: the periods cannot be changed on the page.
        let form: RetentionForm?
    }

    let navigation: Navigation
    /// Otherwise the page is for HR.
    let isAdmin: Bool
    let sections: [Section]
    /// Why the sent form was refused; nil: it was not, or its field says it.
    let problem: String?

    /// - Parameter forms: by the name of the office.
    init(
        navigation: Navigation, isAdmin: Bool, _ kept: [KeptData], forms: [String: RetentionForm],
        problem: String? = nil
    ) {
        self.navigation = navigation
        self.isAdmin = isAdmin
        self.problem = problem
        var offices: [String?] = []
        for data in kept where !offices.contains(data.office) { offices.append(data.office) }
        sections = offices.map { office in
            Section(
                office: office ?? localized("retention.allOffices"), isOfAllOffices: office == nil,
                rows: kept.filter { $0.office == office }.map { KeptDataRow($0) }, form: office.flatMap { forms[$0] })
        }
    }
}

/// A kind of kept data in the words of the current catalogue.
package struct KeptDataRow: Sendable {
    package let kind, purpose, term, next: String

    package init(_ data: KeptData) {
        kind =
            data.kind == .accessLog && data.office == nil
            ? localized("retention.kind.accessOfAll") : localized("retention.kind.\(data.kind.rawValue)")
        purpose = localized("retention.purpose.\(data.kind.rawValue)")
        term =
            switch data.term {
            case .months(let count): localized("retention.term.months", count: count)
            case .days(let count): localized("retention.term.days", count: count)
            case .monthsAfterMonth(let count): localized("retention.term.monthsAfterMonth", count: count)
            case .daysAfterMonth(let count): localized("retention.term.daysAfterMonth", count: count)
            case .onRequest: localized("retention.term.onRequest")
            case .untilLeaving: localized("retention.term.untilLeaving")
            case .unlimited: localized("retention.term.unlimited")
            }
        if let next = data.next {
            self.next =
                next.month.map { localized("retention.next.month", ["day": next.day.short, "month": $0.monthAndYear]) }
                ?? next.day.short
        } else {
            next = localized(
                [.unlimited, .onRequest, .untilLeaving].contains(data.term)
                    ? "retention.next.never" : "retention.next.nothing")
        }
    }
}
