import Attendance
import AttendanceStore
import FoundationEssentials
import Localization

/// An event with the names of its person and office.
struct NamedEvent: Sendable {
    let event: ExportedEvent
    let employeeID: String
    let employeeName: String
    let office: String
    /// The event's working day and the clock that it is read by.
    let date: CivilDate
    let clock: LocalClock
    /// The UTC offset at the effective instant in seconds.
    let offset: Int64
    /// The UTC offset in seconds with which the time of arrival is written.
    let offsetOfArrival: Int64
    /// How the values of columns are written.
    let words: ValueWords
}

/// The columns of raw events, in the order of the contract (Exports.md). Names and order never change; new columns come last.
enum EventColumn: String, Sendable, CaseIterable {
    /// The record's number in the log.
    case seq
    case id
    /// `tap` or `add`.
    case type
    case employeeID = "employee_id"
    /// `start`, `pause` or `end`, after corrections.
    case kind
    /// The text of the instant as sent.
    case atOriginal = "at_original"
    /// The instant after corrections, with the office's offset.
    case atEffective = "at_effective"
    /// The time of arrival by the server's clock: UTC, and in files with local times the office's local time.
    case receivedAt = "received_at"
    case office
    /// After corrections; `away` for work away from a desk.
    case desk
    /// `effective`, `voided` or `quarantined`.
    case status
    /// Each change with author, time and reason, in the order in which they apply; for people in the words of the record's page.
    case corrections
    case employeeName = "employee_name"
    case timeZone = "time_zone"
    case reader

    /// - Parameters:
    ///   - isForPeople: leaves out the id, which only programs can use.
    ///   - isOfOnePlace: leaves out the office and its time zone.
    static func all(isForPeople: Bool, isOfOnePlace: Bool = false) -> [EventColumn] {
        allCases.filter { column in
            switch column {
            case .id: !isForPeople
            case .office, .timeZone: !isOfOnePlace
            default: true
            }
        }
    }

    var header: ExportColumn { ExportColumn(name: rawValue, kind: kind) }

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
        case .type: .text(named.words.type(event.type))
        case .employeeID: .text(named.employeeID)
        case .kind: .text(named.words.kind(event.kind))
        case .atOriginal: .text(event.atOriginal)
        case .atEffective: .instant(event.at, offset: named.offset)
        case .receivedAt: .instant(event.receivedAt, offset: named.offsetOfArrival)
        case .office: .text(named.office)
        case .desk: text(named.words.desk(of: event))
        case .status: .text(named.words.status(of: event))
        case .corrections: text(named.words.corrections(of: event, named.date, named.clock))
        case .employeeName: .text(named.employeeName)
        case .timeZone: .text(named.clock.zone.name)
        case .reader: text(event.reader)
        }
    }
}

extension UUID {
    /// The same as `uuidString.lowercased()`, but faster: each line of an export contains one.
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
