import Attendance
import AttendanceStore
import Localization

/// The log of configuration changes: readers, displays, tags, keys and offices' settings, with their authors.
struct ConfigurationLogPage: Page {
    static let template = "pages/Audit/configuration-log"

    struct Row: Sendable { let when, author, thing, name, detail, action: String }

    let navigation: Navigation
    let rows: [Row]
    let previous, next: String?

    /// - Parameter found: one more than ``ListPaging/rows`` if there is a next page.
    init(navigation: Navigation, _ paging: ListPaging, found: [LoggedConfigurationChange], _ clock: LocalClock) {
        self.navigation = navigation
        rows = found.prefix(Int(ListPaging.rows)).map { entry in
            Row(
                when: clock.dayAndTime(entry.at.seconds), author: AccountPage.author(entry.author),
                thing: localized("changes.thing.\(entry.change.thing)"), name: entry.change.name,
                detail: entry.change.detail ?? "", action: localized("changes.action.\(entry.change.action)"))
        }
        func address(_ page: Int64) -> String { ListPaging.address(Address.adminChanges, [], page: page) }
        previous = paging.page > 0 ? address(paging.page - 1) : nil
        next = found.count > rows.count ? address(paging.page + 1) : nil
    }
}
