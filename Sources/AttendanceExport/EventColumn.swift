import Attendance
import AttendanceStore
import FoundationEssentials

/// An event with the names that go with it.
struct NamedEvent: Sendable {
    let event: ExportedEvent
    let employeeID: String
    let employeeName: String
    let office: String
    /// The name of the clock that its working day goes by, and how far that was ahead of UTC at the instant that counts, in seconds.
    let timeZone: String
    let offset: Int64
}

/// The columns of raw events, in the order of the contract: names and order never change, new ones come last.
enum EventColumn: String, Sendable, CaseIterable {
    /// The record's number in the log.
    case seq
    case id
    /// `tap` or `add`.
    case type
    case employeeID = "employee_id"
    /// `start`, `pause` or `end`, as it counts.
    case kind
    /// As it was sent.
    case atOriginal = "at_original"
    /// As it counts, by the office's clock.
    case atEffective = "at_effective"
    /// By the server's clock, in UTC.
    case receivedAt = "received_at"
    case office
    case desk
    /// `effective`, `voided` or `quarantined`.
    case status
    /// What was changed, by whom, when and why, in the order in which it counts.
    case corrections
    case employeeName = "employee_name"
    case timeZone = "time_zone"
    case reader

    /// All of them, made once.
    static let all = allCases
    static let header = all.map { ExportColumn(name: $0.rawValue, kind: $0.kind) }

    private var kind: ExportColumn.Kind {
        switch self {
        case .seq: .integer
        case .atEffective, .receivedAt: .instant
        default: .text
        }
    }

    func cell(of named: NamedEvent) -> ExportCell {
        let event = named.event
        func text(_ text: String?) -> ExportCell { text.map(ExportCell.text) ?? .empty }
        return switch self {
        case .seq: .integer(event.seq)
        case .id: .text(event.id.inLowerCase)
        case .type: .text(event.type)
        case .employeeID: .text(named.employeeID)
        case .kind: .text(event.kind)
        case .atOriginal: .text(event.atOriginal)
        case .atEffective: .instant(event.at, offset: named.offset)
        case .receivedAt: .instant(event.receivedAt, offset: 0)
        case .office: .text(named.office)
        case .desk: text(event.desk)
        case .status: .text(event.status)
        case .corrections: text(event.corrections)
        case .employeeName: .text(named.employeeName)
        case .timeZone: .text(named.timeZone)
        case .reader: text(event.reader)
        }
    }
}

extension UUID {
    /// As `uuidString.lowercased()`, made at once: every line of an export has one.
    fileprivate var inLowerCase: String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 36) { text in
            var place = 0
            withUnsafeBytes(of: uuid) { bytes in
                for (number, byte) in bytes.enumerated() {
                    if number == 4 || number == 6 || number == 8 || number == 10 {
                        text[place] = UInt8(ascii: "-")
                        place += 1
                    }
                    text[place] = digits.utf8Start[Int(byte >> 4)]
                    text[place + 1] = digits.utf8Start[Int(byte & 15)]
                    place += 2
                }
            }
            return place
        }
    }
}
