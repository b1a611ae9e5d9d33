import ArgumentParser
import Attendance
import AttendanceStore
import Foundation

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Bring in people, teams, desks or attendance from a file.",
        discussion: """
            The file has comma-separated values in UTF-8 (RFC 4180), with the columns' names in its first line:

              people       user_name,display_name,role,office,team         teams that are not there are made
              teams        office,team,manager                             a line for each manager
              desks        office,floor,desk,x,y                           floors that are not there are made
              attendance   user,kind,at,desk,office                        kind is start, pause or end

            role, office, team and manager may be left out, and the desk of a pause or an end. Times have an offset, such as
            2026-11-20T09:00:00+09:00. Attendance is added to the record under your name and for your reason.

            Either all lines are brought in or none: every wrong one is named. What is there already stays as it is, so the
            same file can be given again.
            """)

    @OptionGroup var common: CommonOptions
    @Argument(help: "people, teams, desks or attendance.") var kind: ImportKind
    @Argument(help: "The file.") var file: String
    @Option(help: "The office of lines that name none, where there are several.") var office: String?
    @Flag(help: "Say what would be done, and do nothing.") var dryRun = false
    @Option(name: .customLong("as"), help: "For attendance: your user name, as HR or an administrator.") var user: String?
    @Option(help: "For attendance: why it is added.") var reason: String?

    /// Bytes of a file at most.
    private static let largest = 64 << 20

    func validate() throws {
        let isSaid = !(user ?? "").isEmpty && !(reason ?? "").allSatisfy(\.isWhitespace)
        guard kind != .attendance || isSaid else {
            throw ValidationError("Attendance is added under your name and for a reason: please give --as and --reason.")
        }
    }

    func run() async throws {
        try await Program.run(common) { program in
            let bytes = try content()
            do {
                let summary = try await program.store.imports.importFile(
                    bytes, of: kind, into: office, by: try await justification(program), dryRun: dryRun, now: Program.now())
                print(sentence(summary))
            } catch ImportError.header(let fault) {
                throw CommandProblem("\(file): \(fault.sentence) Nothing was brought in.")
            } catch ImportError.lines(let problems) {
                throw CommandProblem(
                    problems.map { "\(file), line \($0.line): \($0.sentence).\n" }.joined()
                        + "\(problems.count == 1 ? "This line is" : "These \(problems.count) lines are") wrong. "
                        + "Nothing was brought in.")
            }
        }
    }

    private func content() throws -> [UInt8] {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
            guard size <= Self.largest else {
                throw CommandProblem("\(file) has more than 64 MiB. Please give it in parts.")
            }
            return [UInt8](try Data(contentsOf: URL(filePath: file)))
        } catch let error as CommandProblem {
            throw error
        } catch {
            throw CommandProblem("\(file) cannot be read: \(error.localizedDescription)")
        }
    }

    private func justification(_ program: Program) async throws -> Justification? {
        guard kind == .attendance, let user, let reason else { return nil }
        let person = try await program.store.people.person(userName: user)
        guard [.hr, .administrator].contains(person.role) else {
            throw CommandProblem("\(person.displayName) is neither HR nor an administrator, who alone may add attendance.")
        }
        return Justification(author: user, reason: reason)
    }

    private func sentence(_ summary: ImportSummary) -> String {
        let added = summary.added.map { "\($0.count) \($0.count == 1 ? $0.thing.one : $0.thing.many)" }.joined(separator: ", ")
        let known =
            summary.known == 0 ? "" : " \(summary.known) \(summary.known == 1 ? "line was" : "lines were") known already."
        if dryRun { return (added.isEmpty ? "Would add nothing." : "Would add \(added).") + known + " Nothing was brought in." }
        return (added.isEmpty ? "Added nothing." : "Added \(added).") + known
    }
}

extension ImportKind: ExpressibleByArgument {}
