import ArgumentParser
import Attendance
import AttendanceStore
import AttendanceWeb
import Foundation

/// The options that select a floor.
struct FloorSelection: ParsableArguments {
    @Argument(help: "The floor's name, such as 6F.") var name: String
    @Option(help: "The office; required if several exist.") var office: String?

    func floor(_ program: Program) async throws -> EditedFloor {
        let office = try await program.store.offices.office(named: office)
        guard
            let listed = try await program.store.floors.floorsToEdit().first(where: {
                $0.office == office.id && $0.name == name
            })
        else { throw StoreError.unknownFloor(name) }
        return try await program.store.floors.floor(listed.id)
    }
}

extension FloorCommand {
    struct Export: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a published floor to a file.",
            discussion: "CSV contains the floor's desks, JSON the complete drawing.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var choice: FloorSelection
        @Option(help: "csv or json (csv).") var format: Format = .csv
        @Option(help: "The file to write (standard output).") var output: String?
        @Flag(help: "Overwrite an existing file.") var force = false

        enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

        func run(_ program: Program) async throws {
            let floor = try await choice.floor(program).published
            let target = try ExportTarget(output, replaces: force)
            do {
                try target.write(Array((format == .csv ? floor.csv : floor.json + "\n").utf8))
                try target.finish()
            } catch {
                target.discard()
                throw error
            }
        }
    }

    struct Import: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish a floor from a file.",
            discussion: """
                An Excel or CSV file has the columns desk,x,y and optionally width,height,rotation,out_of_service,monitor and
                height_adjustable. It lists all desks of the floor: desks that are missing in the file are retired, and their
                records stay. A JSON file is the complete drawing, as 'desktap floor export --format json' writes it. If
                anything is wrong, nothing is published and all errors are reported.
                """)
        @OptionGroup var common: CommonOptions
        @OptionGroup var choice: FloorSelection
        @Argument(help: "The file.") var file: String
        @Flag(help: "Report the changes and make none.") var dryRun = false
        @Flag(help: "Retire desks even while people sit there.") var evenIfSeated = false
        @Flag(help: "Publish even if an unpublished draft exists, and delete the draft.") var discardDraft = false

        func run(_ program: Program) async throws {
            let floor = try await choice.floor(program)
            guard floor.draft == nil || discardDraft || dryRun else {
                throw CommandError(
                    "The draft of \(choice.name) would be deleted. Check it first, or use --discard-draft.")
            }
            do {
                let elsewhere = try await program.store.floors.desksElsewhere(than: floor)
                let drawing = try floor.published.replaced(byFile: try content(), besides: elsewhere)
                let change = DrawingChange(from: floor.published, to: drawing)
                _ = try await program.store.floors.publish(
                    drawing, as: FloorVersion(floor.id, version: floor.version, by: nil),
                    confirmedDesks: evenIfSeated ? Set(change.removed) : [], dryRun: dryRun, now: Program.now())
                print("\(choice.name): \(change.sentence)" + (dryRun ? " Nothing was changed." : ""))
            } catch let error as ImportError {
                throw CommandError(error.sentence(of: file) + "\nNothing was changed.")
            } catch FloorError.problems(let problems) {
                throw CommandError(
                    problems.map { "\(file): \($0.fault.sentence).\n" }.joined() + "Nothing was changed.")
            } catch let error as FloorError {
                let advice =
                    switch error {
                    case .occupied: " Talk to them, then use --even-if-seated."
                    case .changedBy: " Run the command again."
                    case .problems, .unknown, .unreadable: ""
                    }
                throw CommandError("\(file): \(error.sentence)\nNothing was changed." + advice)
            }
        }

        private func content() throws -> [UInt8] {
            guard let bytes = FileManager.default.contents(atPath: file) else {
                throw CommandError("\(file) cannot be read.")
            }
            guard bytes.count <= FloorDrawing.longestDocument else {
                throw CommandError("\(file) is larger than \(FloorDrawing.longestDocument >> 20) MiB, the limit for a floor.")
            }
            return [UInt8](bytes)
        }
    }
}
