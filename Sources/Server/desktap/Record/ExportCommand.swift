import ArgumentParser
import Attendance
import AttendanceExport
import AttendanceStore
import AttendanceWeb
import Foundation
import Localization

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export daily rows, targets and balances, or raw events, in the same files as the page and the API.",
        subcommands: [Daily.self, Events.self, Hours.self])

    /// The user and the purpose of an access. Both are logged, and the people concerned can see them.
    struct Reason: ParsableArguments {
        @Option(name: .customLong("as"), help: "Your user name. The access is logged with it.") var user: String
        @Option(help: "The purpose of the access, such as 'payroll'. It is logged, too.") var purpose: String

        mutating func validate() throws { purpose = try sentences(purpose, "--purpose") }

        func log(_ subject: Access.Subject, _ period: ClosedRange<CivilDate>, _ program: Program) async throws {
            let reader = try await program.store.people.person(userName: user)
            try await program.store.audit.log(
                Access(by: reader.id, to: subject, of: period, purpose: purpose), now: Program.now())
        }
    }

    /// The options of all exports.
    struct Selection: ParsableArguments {
        @Option(help: "The first working day, such as 2026-11-01.") var from: String
        @Option(help: "The last working day.") var to: String
        @Option(help: "Only people of this office.") var office: String?
        @Option(help: "Only people of this team.") var team: String?
        @Option(help: "Only the person with this user name. May be repeated.") var user: [String] = []
        @Option(help: "csv, xlsx, json or ndjson (csv).") var format: ExportRequest.Format = .csv
        @Option(help: "The CSV dialect: standard, excel, excel-semicolon or cp932 (standard).") var preset: String?
        @Option(help: "The column heads of CSV and XLSX: keys for programs, or readable (keys).") var heads: String?
        @Option(help: "The language of readable heads: en or ja (en).") var language: String?
        @Option(help: "yes writes 〓 for each character that cp932 lacks; no fails (no).") var replace: String?
        @Option(help: "The instant that decides which sessions are open (now, or when the period became final).")
        var asOf: String?
        @Option(help: "The ledger head of an earlier export, NUMBER:HASH, to reproduce it.") var head: String?
        @Option(help: "The file to write (standard output).") var output: String?
        @Flag(help: "Overwrite an existing file.") var force = false

        fileprivate func fields(_ purpose: String) -> [ExportRequest.Field: String] {
            let given: [ExportRequest.Field: String?] = [
                .from: from, .to: to, .office: office, .team: team, .preset: preset, .asOf: asOf, .head: head,
                .purpose: purpose, .heads: heads, .language: language,
                .replace: replace,
            ]
            return given.compactMapValues(\.self)
        }
    }

    /// Other columns than the default ones.
    struct Layout: ParsableArguments {
        @Option(help: "The name or file of a layout with other columns ('desktap layout list').") var layout: String?
        @Option(help: "The company's name in the lines before the header of a layout, such as that of QuickBooks.")
        var company: String?

        fileprivate var fields: [ExportRequest.Field: String] {
            let given: [ExportRequest.Field: String?] = [.layout: layout, .company: company]
            return given.compactMapValues(\.self)
        }

        /// The path of a layout file; nil: the layout has a name.
        fileprivate var file: String? { layout.flatMap { $0.contains("/") || $0.hasSuffix(".json") ? $0 : nil } }
    }

    private static let remark = """
        HR can export people of their office, administrators all people. The command prints on standard error: the ledger head,
        the as-of instant and the version of the time zone database. Exports with equal --head, --as-of and time zone versions
        are byte-identical. Names and personnel numbers are the current ones.
        """

    struct Daily: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Export the daily rows of a period.", discussion: ExportCommand.remark)

        @OptionGroup var common: CommonOptions
        @OptionGroup var reason: Reason
        @OptionGroup var selection: Selection
        @Option(help: "Adds a column of rounded hours: none, or nearest, up or down with minutes, as in nearest-15 (none).")
        var rounding: String?
        @OptionGroup var layout: Layout

        func run(_ program: Program) async throws {
            var fields = selection.fields(reason.purpose).merging(layout.fields) { _, own in own }
            fields[.rounding] = rounding
            try await ExportCommand.export(.daily, fields, selection, by: reason.user, layoutFile: layout.file, program)
        }
    }

    struct Hours: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Export what people owed on each day of a period, what counts, and their balances.",
            discussion: ExportCommand.remark)

        @OptionGroup var common: CommonOptions
        @OptionGroup var reason: Reason
        @OptionGroup var selection: Selection
        @OptionGroup var layout: Layout

        func run(_ program: Program) async throws {
            let fields = selection.fields(reason.purpose).merging(layout.fields) { _, own in own }
            try await ExportCommand.export(.hours, fields, selection, by: reason.user, layoutFile: layout.file, program)
        }
    }

    struct Events: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Export the raw events of a period with their outcomes.", discussion: ExportCommand.remark)

        @OptionGroup var common: CommonOptions
        @OptionGroup var reason: Reason
        @OptionGroup var selection: Selection

        func run(_ program: Program) async throws {
            try await ExportCommand.export(.events, selection.fields(reason.purpose), selection, by: reason.user, program)
        }
    }

    private static func export(
        _ subject: ExportRequest.Subject, _ fields: [ExportRequest.Field: String], _ selection: Selection, by user: String,
        layoutFile path: String? = nil, _ program: Program
    ) async throws {
        let request = try ExportRequest(subject, selection.format, fields, users: selection.user)
        let layout = try path.map(LayoutCommand.file)
        let web = try program.settings.resources + "/web"
        let exporter = Exporter(
            store: program.store, zones: try Program.zones(), layouts: ExportLayouts(folder: web + "/export-layouts"),
            words: try Words(folder: web + "/words"), logger: program.logger)
        let person = try await program.store.people.person(userName: user)
        let export = try await exporter.export(
            request, by: person, within: person.reach(.export), now: Program.now(), layoutFile: layout)
        try await write(export, to: try ExportTarget(selection.output, replaces: selection.force))
    }

    private static func write(_ export: Export, to target: ExportTarget) async throws {
        var bar = ProgressBar()
        let losses: ExportLosses
        do {
            losses = try await export.write(progress: { bar.show($0) }, to: { try target.write($0) })
        } catch {
            bar.clear()
            target.discard()
            throw error
        }
        bar.clear()
        try target.finish()
        let stamp = export.stamp
        var lines = [
            "head \(stamp.head.text)", "as-of \(stamp.asOf.rfc3339(precision: .milliseconds))",
            "time-zones \(stamp.timeZones)",
        ]
        if let warning = export.warning(losses) { lines.append("warning: \(warning)") }
        FileHandle.standardError.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    }
}

extension ExportRequest.Format: ExpressibleByArgument {}
