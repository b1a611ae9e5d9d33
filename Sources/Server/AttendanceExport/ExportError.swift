import Localization

/// The reason why an export is refused or fails.
package enum ExportError: Error, Equatable, Sendable {
    case unknownField(String, known: [String])
    case periodMissing
    /// `from` or `to`.
    case badDate(field: String)
    case endsBeforeStart
    case periodTooLong(days: Int64, longest: Int64)
    case badInstant
    case badHead
    /// Days before ``ExportRequest/asOf`` would count before they are over.
    case futureInstant
    case badRounding(String)
    case unknownChoice(String, field: String, known: [String])
    /// A preset requires CSV.
    case presetWithoutCSV
    /// A layout with an encoding has no preset.
    case presetOfLayout
    /// JSON has no readable heads.
    case headsOfOtherTable
    /// The field has no effect without the option, such as `heads=readable`.
    case onlyWith(field: String, option: String)
    /// The field has no effect on events.
    case dailyRowsOnly(field: String)
    /// `of` is neither `rows` nor `events`.
    case unknownSubject
    case unknownLayout(String, known: [String])
    /// The layout is for the rows of this subject.
    case layoutOfOtherRows(ExportRequest.Subject)
    /// The English sentence.
    case badLayout(String)
    /// The ledger has no such entry.
    case unknownHead(String)
    case unknownOffice(String)
    case unknownPerson(String)
    case unknownTeam(String)
    /// Several offices have a team of this name.
    case severalTeams(String)
    /// The person does not belong to the requested team or office.
    case personNotSelected(String)
    /// HR can export only the people of the offices for which it is responsible.
    case otherOffice
    /// Texts with characters that are not in code page 932: the first ones, and the number of the others.
    case unmappable([UnmappableText], others: Int)
    /// The format cannot contain more rows than this.
    case tooManyRows(Int)
    /// The file could not be written or read. The English text is for the log.
    case notWritten(String)

    /// What happened, then what to do, in the current language.
    package var sentence: String {
        switch self {
        case .unknownField(let name, let known): localized("export.noField", ["name": name.cut(40), "known": known.listed])
        case .periodMissing: localized("export.needsPeriod")
        case .badDate(let field): localized("export.badDate", ["field": field])
        case .endsBeforeStart: localized("export.endsBefore")
        case .periodTooLong(let days, let longest):
            localized("export.longPeriod", ["days": "\(days)", "longest": "\(longest)"])
        case .badInstant: localized("export.badAsOf")
        case .badHead: localized("export.badHead")
        case .futureInstant: localized("exportHours.futureAsOf")
        case .layoutOfOtherRows(let subject): localized("exportHours.otherRows", ["subject": subject.rawValue])
        case .badRounding(let name): localized("export.badRounding", ["name": name.cut(40)])
        case .unknownChoice(let name, let field, let known):
            localized("export.noChoice", ["field": field, "name": name.cut(40), "known": known.listed])
        case .presetWithoutCSV: localized("export.presetIsForCSV")
        case .presetOfLayout: localized("export.presetOfLayout")
        case .headsOfOtherTable: localized("export.headsOfTables")
        case .onlyWith(let field, let option): localized("export.onlyWith", ["field": field, "option": option])
        case .dailyRowsOnly(let field): localized("export.isForRows", ["field": field])
        case .unknownSubject: localized("export.badOf")
        case .unknownLayout(let name, let known):
            localized("export.noLayout", ["name": name.cut(40), "known": known.listed])
        case .badLayout(let why): why
        case .unknownHead(let text): localized("export.noEntry", ["head": text.cut(80)])
        case .unknownOffice(let name): localized("error.unknownOffice", ["name": name.cut(80)])
        case .unknownPerson(let name): localized("export.noPerson", ["name": name.cut(80)])
        case .unknownTeam(let name): localized("export.noTeam", ["name": name.cut(80)])
        case .severalTeams(let name): localized("export.severalTeams", ["name": name.cut(80)])
        case .personNotSelected(let name): localized("export.notOfThese", ["name": name])
        case .otherOffice: localized("export.ownOffice")
        case .unmappable(let texts, let others):
            localized("export.unmappable", ["texts": Self.listed(texts, others: others)])
        case .tooManyRows(let limit): localized("export.tooManyRows", ["limit": "\(limit)"])
        case .notWritten(let why): why
        }
    }
}

extension ExportError {
    private static func listed(_ texts: [UnmappableText], others: Int) -> String {
        var listed = texts.map { text in
            localized("export.unmappableText", ["text": text.text.cut(40), "characters": text.characters.cut(20)])
        }
        if others > 0 { listed.append(localized("export.unmappableOthers", ["count": "\(others)"])) }
        return listed.localizedList("record.separator")
    }
}

/// A text of an export, such as a name, with characters that the file's encoding lacks.
package struct UnmappableText: Sendable, Equatable {
    let text: String
    /// These characters, each once, in the order of the text.
    let characters: String
}

extension String {
    fileprivate func cut(_ length: Int) -> String { String(prefix(length)) }
}

extension [String] {
    fileprivate var listed: String { joined(separator: ", ") }
}
