import ArgumentParser
import Attendance
import AttendanceExport
import AttendanceStore
import Foundation
import Localization

struct LayoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Manage export layouts: the columns that a payroll program needs.",
        discussion: """
            A layout is a JSON file such as {"rows": "day", "columns": [{"from": "employee_id", "as": "Personnel no."},
            {"from": "worked_hours"}]}. 'desktap layout show monthly-total' prints a built-in one.
            """,
        subcommands: [Set.self, List.self, Show.self, Remove.self])

    struct Set: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Save a layout. It replaces a layout of the same name.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The layout's name: small letters, digits and hyphens.") var name: String
        @Argument(help: "The layout's file.") var file: String
        @Option(help: "The office; required if several exist.") var office: String?
        @Option(name: .customLong("as"), help: "Your user name. It is stored with the layout.") var user: String

        func run(_ program: Program) async throws {
            guard SavedLayout.isName(name) else { throw CommandError(localized("layout.badName")) }
            let layout = try LayoutCommand.file(file)
            let office = try await program.store.offices.office(named: office)
            let author = try await program.store.people.person(userName: user)
            try await program.store.exportLayouts.setLayout(
                name, of: office.id, json: String(decoding: layout, as: UTF8.self), replaces: true, by: author.id,
                now: Program.now())
            print("\(office.name): saved layout \(name).")
        }
    }

    struct List: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "List an office's layouts and the built-in layouts.")
        @OptionGroup var common: CommonOptions
        @Option(help: "The office; required if several exist.") var office: String?

        func run(_ program: Program) async throws {
            let saved = try await program.store.exportLayouts.layouts(
                of: try await program.store.offices.office(named: office).id)
            for layout in saved { print("\(layout.name)\tsaved by \(layout.author) \(layout.at.rfc3339())") }
            for name in try LayoutCommand.ready(program).ready() where !saved.contains(where: { $0.name == name }) {
                print("\(name)\tbuilt in")
            }
        }
    }

    struct Show: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Print a layout's file.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The layout's name.") var name: String
        @Option(help: "The office; required if several exist.") var office: String?

        func run(_ program: Program) async throws {
            let saved = try await program.store.exportLayouts.layouts(
                of: try await program.store.offices.office(named: office).id)
            if let layout = saved.first(where: { $0.name == name }) {
                print(layout.json)
            } else if let file = try LayoutCommand.ready(program).ready(name) {
                print(String(decoding: file, as: UTF8.self), terminator: "")
            } else {
                throw LayoutCommand.unknown(name)
            }
        }
    }

    struct Remove: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a layout of an office. Built-in layouts stay.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The layout's name.") var name: String
        @Option(help: "The office; required if several exist.") var office: String?
        @Option(name: .customLong("as"), help: "Your user name. The removal is logged with it.") var user: String?

        func run(_ program: Program) async throws {
            let office = try await program.store.offices.office(named: office)
            let author: ChangeAuthor =
                if let user { .person(try await program.store.people.person(userName: user).id) } else { .command }
            guard
                try await program.store.exportLayouts.removeLayout(name, of: office.id, by: author, now: Program.now())
            else { throw LayoutCommand.unknown(name) }
            print("\(office.name): removed layout \(name).")
        }
    }

    private static func unknown(_ name: String) -> CommandError {
        CommandError("There is no layout '\(name)'. See 'desktap layout list'.")
    }

    private static func ready(_ program: Program) throws -> ExportLayouts {
        ExportLayouts(folder: try program.settings.resources + "/web/export-layouts")
    }

    /// Reads and checks a layout file.
    static func file(_ path: String) throws -> Data {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(filePath: path))
        } catch {
            throw CommandError("The layout file \(path) cannot be read.")
        }
        do {
            try ExportLayouts.check(bytes)
        } catch {
            throw CommandError("\(path): \(error.sentence)")
        }
        return bytes
    }
}
