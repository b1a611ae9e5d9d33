import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation

struct ImportCommand: StoreCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import people, teams, desks or attendance from an Excel or CSV file.",
        discussion: """
            The file is an Excel workbook (.xlsx, the first sheet) or CSV with commas, semicolons or tabs. Its first line has
            the column names:

              people       user_name,display_name,role,office,team,        adds teams that do not exist
                           personnel_number,email,reading,first_day,last_day
              teams        office,team,manager                             a line for each manager
              desks        office,floor,desk,x,y                           adds floors that do not exist
              attendance   user,kind,at,desk,office                        kind is start, pause or end

            All columns of people but the first two are optional. So are office and manager, and the desk of a pause or an
            end. Days are written as 2026-11-30; a last day must not be over. Times have an offset, such as
            2026-11-20T09:00:00+09:00. The record shows attendance with your name and reason.

            If any line is wrong, nothing is imported and all wrong lines are reported. Existing entries stay unchanged, so
            the same file can be imported again. With --update, people who exist get the values of their lines; an empty value
            changes nothing.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "people, teams, desks or attendance.") var kind: ImportKind
    @Argument(help: "The file.") var file: String
    @Option(help: "The office of lines without one; required if several exist.") var office: String?
    @Flag(help: "For people: also change people who exist already.") var update = false
    @Flag(help: "Report the changes and make none.") var dryRun = false
    @Option(name: .customLong("as"), help: "For attendance: your user name, as HR or an administrator.") var user: String?
    @Option(help: "For attendance: the reason for adding it.") var reason: String?

    /// The maximum size of a file in bytes.
    private static let largest = 64 << 20

    func validate() throws {
        guard kind == .people || !update else { throw ValidationError("--update is for an import of people.") }
        let isJustified = !(user ?? "").isEmpty && TypedText.sentences(reason ?? "") != nil
        guard kind != .attendance || isJustified else {
            throw ValidationError("An import of attendance needs your user name and a reason. Add --as and --reason.")
        }
    }

    func run(_ program: Program) async throws {
        let bytes = try content()
        do {
            let summary = try await program.store.imports.importFile(
                bytes, of: kind, into: office, by: try await justification(program), updatesPeople: update,
                dryRun: dryRun, now: Program.now())
            for person in summary.updated { print(person.sentence) }
            print(
                summary.sentence(isDone: !dryRun) + (dryRun ? " Nothing was imported." : "") + encoding(of: summary))
        } catch let error as ImportError {
            throw CommandError(error.sentence(of: file) + "\nNothing was imported.")
        }
    }

    private func content() throws -> [UInt8] {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
            guard size <= Self.largest else {
                throw CommandError("\(file) is larger than 64 MiB. Split it into several files.")
            }
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError("\(file) cannot be read: \(error.localizedDescription)")
        }
    }

    private func justification(_ program: Program) async throws -> Justification? {
        guard kind == .attendance, let user, let reason = reason.flatMap(TypedText.sentences) else { return nil }
        let person = try await program.store.people.person(userName: user)
        guard person.may(.correct) else {
            throw CommandError("\(person.displayName) may not import attendance.")
        }
        return Justification(author: person.userName, reason: reason)
    }

    /// Some encodings cannot be told from others that are not read.
    private func encoding(of summary: ImportSummary) -> String {
        guard case .text(_, let encoding) = summary.format, encoding != .utf8 else { return "" }
        return " The file was read as \(encoding.rawValue)."
    }
}

extension ImportError {
    /// The problems of a file, a line for each.
    func sentence(of file: String) -> String {
        switch self {
        case .header(let fault): "\(file): \(fault.sentence)"
        case .lines(let problems):
            problems.map { "\(file), line \($0.line): \($0.fault.sentence)." }.joined(separator: "\n")
        }
    }
}

extension ImportKind: ExpressibleByArgument {}
