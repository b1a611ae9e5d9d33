import Attendance
import AttendanceStore
import Localization

/// The page that imports people, teams, desks or attendance from a table or a list of names.
struct ImportPage: Page {
    static let template = "pages/Import/import"

    struct Kind: Sendable {
        let value, name, columns: String
        let isChosen: Bool
    }

    struct Problem: Sendable {
        let line: Int
        let sentence: String
    }

    /// The result of a submitted import.
    enum Outcome: Sendable {
        case none
        case checked(ImportSummary)
        case imported(ImportSummary)
        case refused(String)
        case wrongLines([ImportProblem])
    }

    let navigation: Navigation
    let address = Address.adminImport
    /// A new ``FormToken``.
    let form: String
    let kinds: [Kind]
    /// For a list of names, and for lines of other files that name none.
    let officesOfNames, offices: [Choice]
    let hasSeveralOffices: Bool
    let text: String
    let problem: String?
    let problems: [Problem]
    /// The number of further problems that are not shown; nil instead of 0.
    let moreProblems: Int?
    let checked, imported: String?
    /// How the checked file was understood; nil for commas in UTF-8.
    let understood: String?
    /// How the file with this text was read, for the next request; nil for pasted text.
    let source: String?
    let fileAddress = Address.adminImportFile
    /// The names of a checked list with their user names; nil for files.
    let newNames: String?
    /// Whether people who exist already are changed.
    let updates: Bool
    /// Why attendance is added.
    let reason: String
    /// Whether it is missing.
    let needsReason: Bool
    /// What a checked file would change, such as `Ada Lindqvist (ada): Team: Design → Sales`.
    let changes: [String]
    /// The number of further people in ``changes`` or ``people`` who are not shown; nil instead of 0.
    let moreChanges: String?
    /// The list of the people who were added, to invite them; nil: none were.
    let inviteAddress: String?
    /// The pages of the people who were added, then of those who were changed.
    let people: [Link]

    /// Signs in again and returns to this page; nil: the sign-in is fresh enough for a check.
    let signInAgain: String?

    /// The maximum number of problems, and of people, shown.
    private static let shown = 200

    /// - Parameter ownOffice: of the viewer.
    init(
        navigation: Navigation, form: FormToken, offices: [Office], ownOffice: OfficeID, choice: String, office: String? = nil,
        text: String = "",
        source: TextSource? = nil, updates: Bool = false, reason: String = "", hasFreshSignIn: Bool = true,
        _ outcome: Outcome = .none
    ) {
        self.navigation = navigation
        self.form = form.text
        signInAgain = hasFreshSignIn ? nil : Address.signInAgain(to: Address.adminImport)
        let names = Kind(
            value: ImportForm.names, name: localized("import.kind.names"), columns: localized("import.names"),
            isChosen: choice == ImportForm.names)
        kinds =
            [names]
            + ImportKind.allCases.map { each in
                Kind(
                    value: each.rawValue, name: localized("import.kind.\(each.rawValue)"),
                    columns: [
                        localized(
                            "import.columns",
                            [
                                "columns": each.columns.joined(separator: ", "),
                                "further": each.optionalColumns.joined(separator: ", "),
                            ]),
                        localized("import.example", ["example": Self.example(each)]),
                    ].localizedList("done.sentences"),
                    isChosen: each.rawValue == choice)
            }
        let (isNames, own) = (choice == ImportForm.names, offices.first { $0.id == ownOffice }?.name)
        officesOfNames = Self.choices(of: offices, chosen: isNames ? office ?? own : own)
        self.offices = Self.choices(of: offices, chosen: isNames ? nil : office)
        hasSeveralOffices = offices.count > 1
        if case .checked(let summary) = outcome, choice == ImportForm.names {
            let new = Set(summary.newPeople.map(\.userName))
            newNames = PastedNames(text: text).people.filter { new.contains($0.user) }.prefix(Self.shown)
                .map { "\($0.name) (\($0.user))" }.localizedList("record.separator")
        } else {
            newNames = nil
        }
        self.updates = updates
        self.reason = reason
        if case .refused = outcome {
            needsReason = choice == ImportKind.attendance.rawValue && reason.isEmpty
        } else {
            needsReason = false
        }
        let changed: [UpdatedPerson] = if case .checked(let summary) = outcome { summary.updated } else { [] }
        changes = changed.prefix(Self.shown).map(\.sentence)
        var links: [Link] = []
        if case .imported(let summary) = outcome {
            links = summary.newPeople.map { Link(name: $0.displayName, address: Address.adminPerson($0.userName)) }
            links += summary.updated.map { Link(name: $0.newName, address: Address.adminPerson($0.userName)) }
        }
        people = Array(links.prefix(Self.shown))
        let more = max(changed.count, links.count) - Self.shown
        moreChanges = more > 0 ? localized("import.moreChanges", ["people": localized("team.people", count: more)]) : nil
        if case .checked(let summary) = outcome {
            understood = summary.format.localizedText(from: source)
        } else {
            understood = nil
        }
        if case .imported(let summary) = outcome, !summary.newPeople.isEmpty {
            inviteAddress = AccountSearch.invite(summary.newPeople.map(\.userName))
        } else {
            inviteAddress = nil
        }
        var (problem, problems): (String?, [ImportProblem]) = (nil, [])
        var (checked, imported): (String?, String?) = (nil, nil)
        switch outcome {
        case .none: break
        case .checked(let summary): checked = summary.sentence(isDone: false)
        case .imported(let summary): imported = summary.sentence(isDone: true)
        case .refused(let sentence): problem = sentence
        case .wrongLines(let wrong):
            problems = wrong
            problem = localized("import.wrongLines", count: Set(wrong.map(\.line)).count)
        }
        self.problem = problem
        self.problems = problems.prefix(Self.shown).map { problem in
            let sentence =
                switch (choice, problem.fault.kind) {
                case (ImportForm.names, .missing) where problem.fault.values["name"] != nil:
                    localized("import.names.noUser", problem.fault.values)
                case (ImportForm.names, .fieldCount): localized("import.names.furtherPart")
                case (ImportForm.names, .missing), (ImportForm.names, .badText):
                    // A list of names has no columns.
                    localized(
                        "import.wrong.\(problem.fault.kind)",
                        problem.fault.values.merging(["column": localized("import.names.name")]) { $1 })
                case (_, .noOffice): localized("import.noOffice", ["field": localized("import.office")])
                default: problem.fault.sentence
                }
            return Problem(line: problem.line, sentence: sentence)
        }
        moreProblems = problems.count > Self.shown ? problems.count - Self.shown : nil
        (self.checked, self.imported) = (checked, imported)
        // Emptied after an import, so that the same text is not imported again by mistake.
        self.text = imported == nil ? text : ""
        // The shown list of names is none of a file any more.
        self.source = imported == nil && choice != ImportForm.names ? source?.name : nil
    }

    private static func choices(of offices: [Office], chosen: String?) -> [Choice] {
        offices.map { Choice(value: $0.name, name: $0.name, isChosen: $0.name == chosen) }
    }

    /// A line of a file with the required columns.
    private static func example(_ kind: ImportKind) -> String {
        switch kind {
        case .people: "mia.novak,Mia Novak"
        case .teams: "Design"
        case .desks: "6F,6F-A1,100,200"
        case .attendance: "ada,start,2026-11-20T09:00:00+09:00"
        }
    }
}
