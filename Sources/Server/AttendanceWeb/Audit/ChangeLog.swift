import Attendance
import AttendanceStore
import Localization

/// The log of changes of accounts, devices, keys, settings and working time, with their authors.
struct ChangeLogPage: Page {
    static let template = "pages/Audit/change-log"

    struct Row: Sendable {
        let when, who: String
        /// Such as `Reader`; nil: an account.
        let thing: String?
        let name: String
        /// The address of the account; nil: a thing.
        let account: String?
        let action: String
        let detail: String?

        init(_ change: LoggedChange, _ clock: LocalClock, _ names: FactNames) {
            switch change {
            case .configuration(let entry):
                when = clock.dayAndTime(entry.at.seconds)
                who = AccountPage.author(entry.author)
                thing = localized("changes.thing.\(entry.change.thing)")
                name = entry.change.name
                account = nil
                action = localized("changes.action.\(entry.change.action)")
                detail = entry.change.localizedDetail
            case .account(let entry, let user, let person):
                let row = AccountPage.LogRow(entry, clock)
                when = row.when
                who = row.who ?? ""
                thing = nil
                name = person
                account = Address.adminPerson(user)
                action = row.what
                detail = nil
            case .fact(let entry):
                when = clock.dayAndTime(entry.at.seconds)
                who = AccountPage.author(entry.author)
                let text = entry.content.flatMap { CommonFactText($0, names) }
                thing = text?.thing ?? localized("changes.thing.other")
                name = text?.name ?? ""
                account = nil
                action = localized(entry.isRemoval ? "changes.action.removed" : "changes.action.added")
                detail = text?.detail
            }
        }
    }

    let navigation: Navigation
    let address = Address.adminChanges
    let problem: String?
    /// The typed name of the author whose changes are listed; empty: all.
    let author: String
    let rows: [Row]
    /// The text shown if no change is listed.
    let emptyListText: String
    let previous, next: String?

    /// - Parameters:
    ///   - found: one more than ``ListPaging/rows`` if there is a next page.
    ///   - names: those of offices and teams.
    init(
        navigation: Navigation, by author: String, _ paging: ListPaging, found: [LoggedChange], _ clock: LocalClock,
        _ names: FactNames, problem: String? = nil
    ) {
        self.navigation = navigation
        self.problem = problem
        self.author = author
        rows = found.prefix(Int(ListPaging.rows)).map { Row($0, clock, names) }
        emptyListText = author.isEmpty ? localized("changes.none") : localized("access.none")
        func list(_ page: Int64) -> String { ListPaging.address(Address.adminChanges, [("author", author)], page: page) }
        previous = paging.page > 0 ? list(paging.page - 1) : nil
        next = found.count > rows.count ? list(paging.page + 1) : nil
    }
}

extension ConfigurationChange {
    /// The detail in the words of the pages. An unknown one stays as it is.
    fileprivate var localizedDetail: String? {
        switch (action, detail) {
        case (.changed, let detail?): SettingWords.changes(detail)
        case (.keyRenewed, "enrolment_link"?): localized("changes.byLink")
        case (.keyRenewed, "screen_code"?): localized("changes.byCode")
        default: detail
        }
    }
}
