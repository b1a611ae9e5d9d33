import ArgumentParser
import Attendance
import AttendanceStore
import Foundation

/// Which floor a command is about.
struct FloorChoice: ParsableArguments {
    @Argument(help: "The floor's name, such as 6F.") var name: String
    @Option(help: "The office, where there are several.") var office: String?

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
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write a floor as it is published to a file.",
            discussion: "As CSV it is the floor's desks, as JSON all that is drawn of it.")
        @OptionGroup var common: CommonOptions
        @OptionGroup var choice: FloorChoice
        @Option(help: "csv or json (csv).") var format: Format = .csv
        @Option(help: "The file to write; without it, standard output.") var output: String?
        @Flag(help: "Write the file also where there is one already.") var force = false

        enum Format: String, ExpressibleByArgument, CaseIterable { case csv, json }

        func run() async throws {
            try await Program.run(common) { program in
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
    }

    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Publish a floor as a file says.",
            discussion: """
                A CSV file has the columns desk,x,y and, if you like, width,height,rotation,out_of_service,monitor and
                height_adjustable, and names all desks of the floor: those that it does not name are retired, and what was
                recorded there stays. A JSON file is all that is drawn of the floor, as 'desktap floor export --format json'
                writes it. Either all of it is published or nothing: everything that is wrong is named.
                """)
        @OptionGroup var common: CommonOptions
        @OptionGroup var choice: FloorChoice
        @Argument(help: "The file.") var file: String
        @Flag(help: "Say what would change, and change nothing.") var dryRun = false
        @Flag(help: "Retire desks also where somebody sits.") var evenIfSeated = false
        @Flag(help: "Publish also where a draft waits, which is lost then.") var discardDraft = false

        func run() async throws {
            try await Program.run(common) { program in
                let floor = try await choice.floor(program)
                guard floor.draft == nil || discardDraft || dryRun else {
                    throw CommandProblem(
                        "A draft of \(choice.name) waits, and would be lost. Please look at it first, or say --discard-draft.")
                }
                do {
                    let elsewhere = try await program.store.floors.desksElsewhere(than: floor)
                    let drawing = try floor.published.replaced(byFile: try content(), besides: elsewhere)
                    let change = DrawingChange(from: floor.published, to: drawing)
                    _ = try await program.store.floors.publish(
                        drawing, as: FloorVersion(floor.id, version: floor.version, by: nil),
                        spokenOf: evenIfSeated ? Set(change.removed) : [], dryRun: dryRun, now: Program.now())
                    print(sentence(change))
                } catch ImportError.header(let fault) {
                    throw CommandProblem("\(file): \(fault.sentence) Nothing was changed.")
                } catch ImportError.lines(let problems) {
                    throw CommandProblem(
                        problems.map { "\(file), line \($0.line): \($0.sentence).\n" }.joined() + "Nothing was changed.")
                } catch FloorError.occupied(let people) {
                    throw CommandProblem(
                        "\(FloorError.occupied(people)) Nothing was changed. "
                            + "Please speak with them, then say --even-if-seated.")
                } catch let error as FloorError {
                    throw CommandProblem("\(file): \(error)\nNothing was changed.")
                }
            }
        }

        private func content() throws -> [UInt8] {
            guard let bytes = FileManager.default.contents(atPath: file) else {
                throw CommandProblem("\(file) cannot be read.")
            }
            guard bytes.count <= FloorDrawing.longestDocument else {
                throw CommandProblem("\(file) has more than \(FloorDrawing.longestDocument >> 20) MiB: that is no floor.")
            }
            return [UInt8](bytes)
        }

        private func sentence(_ change: DrawingChange) -> String {
            let (added, changed, removed) = (change.added.count, change.changed.count, change.removed.count)
            return "\(choice.name): \(added) new, \(changed) changed, \(removed) retired, \(change.same) as they are."
                + (dryRun ? " Nothing was changed." : "")
        }
    }
}
