import Attendance
import AttendanceExport
import AttendanceStore
import Localization

/// The export layouts that an office saved.
struct LayoutListPage: Page {
    static let template = "pages/Export/layouts"

    struct Row: Sendable {
        let name: String
        /// What a row is, the author and the time.
        let about: String
        /// Of the form; nil: the layout has parts that only its file can have.
        let address: String?
        let fileAddress: String
    }

    let navigation: Navigation
    let office: String
    /// The pages of the offices; empty if there is only one.
    let offices: [Link]
    let rows: [Row]
    /// The layouts to start a new one from.
    let starts: [Choice]

    /// The start of a layout of targets and balances. No layout has this name.
    static let hours = ".hours"

    init(
        navigation: Navigation, _ office: Office, of offices: [Office], _ saved: [SavedLayout],
        included: [(name: String, json: String)], hasHours: Bool
    ) {
        self.navigation = navigation
        self.office = office.name
        self.offices =
            offices.count < 2
            ? []
            : offices.map { one in
                Link(
                    name: one.name, address: Address.asking(Address.layouts, [("office", one.name)]),
                    isCurrent: one.id == office.id)
            }
        let clock = LocalClock(office.timeZone)
        func address(_ path: String, _ layout: String) -> String {
            Address.asking(path, [("name", layout), ("office", office.name)])
        }
        var starts = [Choice(value: "", name: localized("hr.content.days"), isChosen: true)]
        if hasHours { starts.append(Choice(value: Self.hours, name: localized("export.word.hours"), isChosen: false)) }
        for layout in included where LayoutDraft(json: layout.json) != nil && !saved.contains(where: { $0.name == layout.name })
        {
            starts.append(Choice(value: layout.name, name: localized("hr.layout.\(layout.name)"), isChosen: false))
        }
        var rows: [Row] = []
        for layout in saved {
            let draft = LayoutDraft(json: layout.json)
            if draft != nil { starts.append(Choice(name: layout.name, isChosen: false)) }
            let about = [draft?.unit.name ?? localized("layout.ofFile"), layout.author, clock.dayAndTime(layout.at.seconds)]
            rows.append(
                Row(
                    name: layout.name, about: about.joined(separator: " · "),
                    address: draft == nil ? nil : address(Address.layout, layout.name),
                    fileAddress: address(Address.layoutFile, layout.name)))
        }
        (self.rows, self.starts) = (rows, starts)
    }
}
