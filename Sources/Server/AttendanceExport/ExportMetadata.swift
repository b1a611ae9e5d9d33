import Attendance
import AttendanceStore
import Localization

/// The inputs and the author of an export. With them, the export can be repeated and compared with the ledger.
struct ExportMetadata: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        let name: String
        let cell: ExportCell
    }

    let entries: [Entry]
    /// The settings of the offices in the period: zone, boundary, attribution and policy. A change in the period adds an entry.
    let offices: [[Entry]]
    /// The head of the lines of offices.
    let officeName: String

    init(entries: [Entry], offices: [[Entry]], officeName: String = "office") {
        self.entries = entries
        self.offices = offices
        self.officeName = officeName
    }

    /// Also says which office and time zone all rows have.
    func adding(_ place: Export.Place?, _ words: AboutWords) -> ExportMetadata {
        guard let place else { return self }
        let entry = Entry(name: words.name("place"), cell: .text("\(place.office) (\(LocalClock.zoneName(place.timeZone)))"))
        return ExportMetadata(entries: entries + [entry], offices: offices, officeName: officeName)
    }

    /// The entries as lines of a sheet.
    var lines: [(name: String, value: String)] {
        entries.map { ($0.name, $0.cell.words) }
            + offices.map { office in (officeName, office.map { "\($0.name): \($0.cell.words)" }.joined(separator: "; ")) }
    }
}

extension ExportMetadata {
    /// - Parameters:
    ///   - unit: of a daily row.
    ///   - words: name the entries, and say the language of readable column heads.
    ///   - clock: of the author's office.
    ///   - settings: of all offices.
    init(
        _ request: ExportRequest, _ unit: ExportLayout.Unit, _ stamp: ExportStamp, people: String, by person: Person,
        purpose: String, _ words: AboutWords,
        _ clock: LocalClock, _ settings: [(office: String, version: OfficeSettingsVersion)]
    ) {
        var texts: [(String, String)] = [
            ("rows", words.rows(request.subject, unit)), ("from", request.period.lowerBound.description),
            ("to", request.period.upperBound.description), ("people", people),
            ("layout", request.layout ?? words.word("defaultColumns", "default columns")),
            ("rounding", words.rounding(request.rounding)),
            ("as_of", words.asOf(stamp.asOf, clock, of: request.subject)), ("ledger_head", words.head(stamp.head)),
            ("time_zone_database", stamp.timeZones), ("exporter", "\(person.displayName) (\(person.userName))"),
            ("purpose", words.purpose(purpose)),
        ]
        if let language = words.language {
            texts.append(("heads", words.word("readable", request.heads.rawValue)))
            texts.append(("language", words.word("language", language.rawValue)))
            if request.subject == .daily { texts.append(("unconfirmed", words.word("unconfirmed", "unconfirmed"))) }
        }
        self.init(
            entries: texts.map { Entry(name: words.name($0), cell: .text($1)) },
            offices: settings.map { Self.entries($0.office, $0.version, words) }, officeName: words.name("office"))
    }

    private static func entries(_ office: String, _ version: OfficeSettingsVersion, _ words: AboutWords) -> [Entry] {
        let policy = version.policy
        let none: ExportCell = words.language == nil ? .empty : .text(words.word("none", "none"))
        /// For people, in the unit that the name of the entry says.
        func seconds(_ length: Duration?, perUnit unit: Int64 = 1) -> ExportCell {
            guard let seconds = length?.components.seconds else { return none }
            if words.language == nil || unit == 1 { return .integer(seconds) }
            return seconds % unit == 0 ? .integer(seconds / unit) : .text("\(Double(seconds * 100 / unit) / 100)")
        }
        let beginning = words.beginning.map { ExportCell.text($0) } ?? none
        let longest = policy.maximumSession.map { ExportCell.hoursAndMinutes($0.components.seconds) } ?? none
        let cells: [(String, ExportCell)] = [
            ("name", .text(office)), ("valid_from", version.validFrom.map(ExportCell.date) ?? beginning),
            ("time_zone", .text(version.timeZone)), ("day_boundary", .hoursAndMinutes(version.dayBoundary)),
            ("attribution", .text(words.attribution(policy.attribution))),
            ("max_session_s", words.language == nil ? seconds(policy.maximumSession) : longest),
            ("close_at_boundary", .text(policy.closesAtBoundary ? words.word("yes", "yes") : words.word("no", "no"))),
            ("repeat_window_s", seconds(policy.repeatWindow)), ("late_flag_s", seconds(policy.lateAfter, perUnit: 60)),
            ("future_tolerance_s", seconds(policy.futureTolerance)),
            ("max_age_s", seconds(policy.maximumAge, perUnit: 86_400)),
        ]
        return cells.map { Entry(name: words.name($0), cell: $1) }
    }
}

extension [OfficeSettingsVersion] {
    /// The versions that apply to a day of the period. The list is of one office, earliest first.
    func valid(in period: ClosedRange<CivilDate>) -> [OfficeSettingsVersion] {
        indices.filter { place in
            let isBegun = place == 0 || self[place].validFrom.map { $0 <= period.upperBound } ?? true
            let next = place + 1 < endIndex ? self[place + 1].validFrom : nil
            return isBegun && next.map { $0 > period.lowerBound } ?? true
        }.map { self[$0] }
    }
}

extension ExportCell {
    /// The value as text for a person.
    fileprivate var words: String {
        switch self {
        case .text(let text), .plain(let text): text
        case .integer(let number): String(number)
        case .date(let date): date.description
        case .hoursAndMinutes(let seconds): WorkedTime.hoursAndMinutes(seconds)
        case .decimalHours(let seconds): WorkedTime.decimalHours(seconds)
        case .roundedHours(let seconds): WorkedTime.roundedHours(seconds)
        case .moment(let seconds, let offset):
            seconds.map { Instant(millisecondsSince1970: $0 * 1000).rfc3339(offset: Int(offset)) } ?? "none"
        case .instant(let instant, let offset): instant.rfc3339(offset: Int(offset), precision: .milliseconds)
        case .empty: "none"
        }
    }
}
