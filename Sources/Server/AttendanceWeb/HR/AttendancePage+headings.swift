import Localization

extension AttendancePage {
    struct Heading: Sendable {
        let name: String
        /// The address of the page in the order of this column; nil: it cannot define the order.
        let address: String?
        /// `ascending` or `descending`; nil if this column does not define the order.
        let sort: String?
        let arrow: String
        /// Of a column with numbers; nil: of another one.
        let headingClass: String?
    }

    static func headings(
        _ choice: AttendanceChoice, _ balances: BalanceColumns?, hasUnconfirmed: Bool
    ) -> [Heading] {
        let times = ["sheet.firstIn", "sheet.lastOut"].map { key in
            Heading(name: localized(key), address: nil, sort: nil, arrow: "", headingClass: "time")
        }
        let columns = AttendanceChoice.Column.allCases.filter { column in
            switch column {
            case .unconfirmed: hasUnconfirmed
            case .target, .difference: balances?.hasDifferences ?? false
            case .credited: balances?.hasCredits ?? false
            case .balance: balances != nil
            default: true
            }
        }
        var headings = columns.map { column in
            let isCurrent = choice.column == column
            // Columns with numbers start in descending order.
            let descends = isCurrent ? !choice.isDescending : column != .name
            let chosen = choice.with {
                ($0.column, $0.isDescending) = (column, descends)
                $0.peoplePage = 1
            }
            return Heading(
                name: name(of: column, balances), address: chosen.address + "#totals",
                sort: isCurrent ? (choice.isDescending ? "descending" : "ascending") : nil,
                arrow: isCurrent ? (choice.isDescending ? "↓" : "↑") : "", headingClass: headingClass(of: column))
        }
        if choice.isOneDay { headings.insert(contentsOf: times, at: 1) }
        return headings
    }

    private static func name(of column: AttendanceChoice.Column, _ balances: BalanceColumns?) -> String {
        switch column {
        case .target: balances?.targetName ?? ""
        case .credited: localized("recordHours.credited")
        case .difference: balances?.differenceName ?? ""
        case .balance: balances?.balanceName ?? ""
        default: localized("hr.column.\(column.rawValue)")
        }
    }

    private static func headingClass(of column: AttendanceChoice.Column) -> String? {
        switch column {
        case .name: nil
        case .target, .credited, .difference: "time owed"
        case .balance: "time balance"
        default: "time"
        }
    }
}
