import ArgumentParser
import Attendance
import AttendanceExport
import AttendanceStore
import Foundation
import Localization

struct ExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Take the record away: the same bytes as over HTTP, of any period.",
        subcommands: [Daily.self, Events.self])

    /// Whose name stands beside an export, and what for: whoever's record is in it can see both.
    struct Reason: ParsableArguments {
        @Option(name: .customLong("as"), help: "Your user name: what you see is noted under it.") var user: String
        @Option(help: "What it is for, such as 'payroll': noted, too.") var purpose: String

        func validate() throws {
            guard !purpose.allSatisfy(\.isWhitespace) else { throw ValidationError("Please say what it is for.") }
        }

        func log(_ whose: Access.Whose, _ period: ClosedRange<CivilDate>, _ program: Program) async throws {
            let reader = try await program.store.people.person(userName: user)
            try await program.store.audit.log(
                Access(by: reader.id, to: whose, of: period, purpose: purpose), now: Program.now())
        }
    }

    /// What both subjects can be asked with.
    struct Selection: ParsableArguments {
        @Option(help: "The first working day, such as 2026-11-01.") var from: String
        @Option(help: "The last working day.") var to: String
        @Option(help: "Only of people who belong to this office.") var office: String?
        @Option(help: "Only of people of this team.") var team: String?
        @Option(help: "Only of somebody with this user name; may be given several times.") var user: [String] = []
        @Option(help: "csv, xlsx, json or ndjson (csv).") var format: ExportRequest.Format = .csv
        @Option(help: "How a CSV is written: standard, excel, excel-semicolon or cp932 (standard).") var preset: String?
        @Option(help: "The instant to ask for: it decides which sessions are still open (now, or when the period was settled).")
        var asOf: String?
        @Option(help: "An earlier export's head, NUMBER:HASH, to have it made again.") var head: String?
        @Option(help: "The file to write; without it, standard output.") var output: String?
        @Flag(help: "Write the file also where there is one already.") var force = false

        fileprivate func fields(_ purpose: String) -> [ExportRequest.Field: String] {
            let given: [ExportRequest.Field: String?] = [
                .from: from, .to: to, .office: office, .team: team, .preset: preset, .asOf: asOf, .head: head,
                .purpose: purpose,
            ]
            return given.compactMapValues(\.self)
        }
    }

    private static let remark = """
        You take away what you may take away over HTTP: HR of its office, an administrator of all. What the file was made of and
        by goes to standard error: the ledger's head, the version of the time zone database and the instant it was made for. The
        same --head, --as-of and time zones give the same bytes again.
        """

    struct Daily: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "People's daily rows of a period.", discussion: ExportCommand.remark)

        @OptionGroup var common: CommonOptions
        @OptionGroup var reason: Reason
        @OptionGroup var selection: Selection
        @Option(help: "none, or nearest, up or down with minutes, such as nearest-15: in a column of its own (none).")
        var rounding: String?
        @Option(help: "A layout's name or file, for other columns ('desktap layout list').") var layout: String?

        func run() async throws {
            var fields = selection.fields(reason.purpose)
            fields[.rounding] = rounding
            let isFile = layout.map { $0.contains("/") || $0.hasSuffix(".json") } ?? false
            fields[.layout] = layout
            try await ExportCommand.export(
                .daily, fields, selection, by: reason.user, layoutFile: isFile ? layout : nil, common)
        }
    }

    struct Events: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "The raw events of a period, with what became of them.", discussion: ExportCommand.remark)

        @OptionGroup var common: CommonOptions
        @OptionGroup var reason: Reason
        @OptionGroup var selection: Selection

        func run() async throws {
            try await ExportCommand.export(.events, selection.fields(reason.purpose), selection, by: reason.user, common)
        }
    }

    private static func export(
        _ subject: ExportRequest.Subject, _ fields: [ExportRequest.Field: String], _ selection: Selection, by user: String,
        layoutFile path: String? = nil, _ common: CommonOptions
    ) async throws {
        try await Program.run(common) { program in
            let resources = try program.settings.resources
            // Commands speak English, whatever the server speaks.
            try await Catalogue.$current.withValue(try Words(folder: resources + "/web/words")[.en]) {
                do {
                    let request = try ExportRequest(subject, selection.format, fields, users: selection.user)
                    let layout = try path.map(LayoutCommand.file)
                    let exporter = Exporter(
                        store: program.store, zones: try Program.zones(),
                        layouts: ExportLayouts(folder: resources + "/web/export-layouts"), logger: program.logger)
                    let person = try await program.store.people.person(userName: user)
                    let export = try await exporter.export(request, by: person, now: Program.now(), layoutFile: layout)
                    try await write(export, to: try ExportTarget(selection.output, replaces: selection.force))
                } catch let error as ExportError {
                    throw CommandProblem(error.sentence)
                }
            }
        }
    }

    private static func write(_ export: Export, to target: ExportTarget) async throws {
        var bar = ProgressBar()
        do {
            try await export.write(progress: { bar.show($0) }, to: { try target.write($0) })
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
        if let warning = export.warning { lines.append("warning: \(warning)") }
        FileHandle.standardError.write(Data(lines.map { $0 + "\n" }.joined().utf8))
    }
}

extension ExportRequest.Format: ExpressibleByArgument {}
