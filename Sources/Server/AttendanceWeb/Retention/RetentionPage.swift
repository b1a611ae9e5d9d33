package import AttendanceStore
import Localization

/// What personal data is kept, for what and how long. For administrators, each office has a link to its periods.
struct RetentionPage: Page {
    static let template = "pages/Retention/retention"

    struct Office: Sendable {
        let name: String
        /// Of the page with its periods; nil: the viewer may not change them.
        let address: String?
        let hours, places, logs: KeptDataRow
    }

    struct Hold: Sendable {
        let user, address, since: String
    }

    let navigation: Navigation
    /// Otherwise the page is for HR.
    let isAdmin: Bool
    let offices: [Office]
    /// All kinds, each once.
    let kinds: [KeptDataRow]
    /// For administrators only.
    let holds: [Hold]

    init(
        navigation: Navigation, isAdmin: Bool, _ retentions: [Retention], _ kept: [KeptData], _ holds: [LegalHold],
        _ clock: LocalClock
    ) {
        self.holds = holds.map { hold in
            let since = ["day": clock.date(hold.since.seconds).short, "reason": hold.reason]
            return Hold(
                user: hold.userName, address: Address.adminPerson(hold.userName), since: localized("retention.held", since))
        }
        self.navigation = navigation
        self.isAdmin = isAdmin
        offices = retentions.compactMap { retention in
            let kept = kept.filter { $0.office == retention.officeName }
            // Of the logs, the kind that is deleted next.
            func row(_ period: KeptData.Period) -> KeptDataRow? {
                let kinds = kept.filter { $0.kind.period == period }
                let next = kinds.compactMap(\.next?.day).min()
                return (kinds.first { $0.next?.day == next }).map { KeptDataRow($0) }
            }
            guard let hours = row(.hours), let places = row(.places), let logs = row(.logs) else { return nil }
            return Office(
                name: retention.officeName,
                address: isAdmin ? Address.ofOffice(retention.office, Address.adminOfficeRetention) : nil, hours: hours,
                places: places, logs: logs)
        }
        let sample = kept.first?.office
        kinds = kept.filter { $0.office == nil || $0.office == sample }.map { data in
            var row = KeptDataRow(data)
            if data.office != nil, let period = data.kind.period {
                row.term = localized("retention.asPeriod", ["period": localized("retention.\(period)")])
            }
            return row
        }
    }
}

/// A kind of kept data in the words of the current catalogue.
package struct KeptDataRow: Sendable {
    package let kind, purpose: String
    package fileprivate(set) var term: String
    /// nil: there is nothing to delete.
    package let next: String?

    package init(_ data: KeptData) {
        kind =
            data.kind == .accessLog && data.office == nil
            ? localized("retention.kind.accessOfAll") : localized("retention.kind.\(data.kind.rawValue)")
        purpose = localized("retention.purpose.\(data.kind.rawValue)")
        term =
            switch data.term {
            case .months(let count): localized("retention.term.months", count: count)
            case .days(let count): localized("retention.term.days", count: count)
            case .monthsAfterMonth(let count):
                localized("retention.term.afterMonth", ["term": localized("retention.term.months", count: count)])
            case .daysAfterMonth(let count):
                localized("retention.term.afterMonth", ["term": localized("retention.term.days", count: count)])
            case .onRequest: localized("retention.term.onRequest")
            case .untilLeaving: localized("retention.term.untilLeaving")
            case .unlimited: localized("retention.term.unlimited")
            }
        next = data.next.map { next in
            next.month.map { localized("retention.next.month", ["day": next.day.short, "month": $0.monthAndYear]) }
                ?? next.day.short
        }
    }
}
