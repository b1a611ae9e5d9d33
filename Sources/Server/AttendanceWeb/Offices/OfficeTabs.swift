import AttendanceStore
import Localization

/// The tabs of an office's settings, each a page with one form.
struct OfficeTabs: Sendable {
    let officeName: String
    /// The name of the current tab.
    let tab: String
    let listAddress = Address.adminOffices
    let links: [Link]

    private static let tabs = [
        (key: "general", address: Address.adminOffice), (key: "time", address: Address.adminOfficeTime),
        (key: "taps", address: Address.adminOfficeTaps),
    ]

    /// The localization keys of the names.
    static var keys: [String] { tabs.map { "office.tab.\($0.key)" } }

    /// - Parameter current: the tab's address, without the office.
    init(_ office: Office, at current: String) {
        officeName = office.name
        tab = Self.tabs.first { $0.address == current }.map { localized("office.tab.\($0.key)") } ?? ""
        links = Self.tabs.map { key, address in
            Link(
                name: localized("office.tab.\(key)"), address: Address.ofOffice(office.id, address),
                isCurrent: address == current)
        }
    }
}
