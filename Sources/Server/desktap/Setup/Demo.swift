import ArgumentParser
import Attendance
import AttendanceStore
import Foundation

struct Demo: StoreCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fill an empty database with a demo office.",
        discussion: """
            Adds two floors, 6F and 7F, with 24 desks each, and twelve people, seven of whom are at work. Some desks have a
            monitor or a height-adjustable top. The people's user names are ada, bo, cy and so on. Bo manages a team. The
            last weeks have attendance with forgotten taps to correct. Does nothing if the database already contains an office.
            """)

    @OptionGroup var common: CommonOptions

    @Option(help: "Days of attendance before today.")
    var days = 35

    private static let people: [(user: String, name: String, role: Role)] = [
        ("ada", "Ada Lindqvist", .employee), ("bo", "Bo Nakamura", .employee), ("cy", "Cy Okonkwo", .hr),
        ("dai", "Dai Morgan", .employee), ("emi", "佐藤 恵美", .employee), ("finn", "Finn O'Connor", .employee),
        ("gita", "Gita Raman", .employee), ("hugo", "Hugo Lefèvre", .employee), ("ines", "Inês Carvalho", .employee),
        ("jun", "高橋 純", .employee), ("kai", "Kai Müller-Lüdenscheidt", .employee), ("lea", "Lea Root", .administrator),
    ]

    /// The members of Bo's team.
    private static let team: Set = ["ada", "dai", "emi", "finn", "gita"]

    /// The taps of today.
    private static let taps: [(user: String, kind: TapKind, desk: String, minutesAgo: Int64)] = [
        ("dai", .start, "6F-A1", 190), ("emi", .start, "6F-A2", 151), ("gita", .start, "6F-B3", 122),
        ("ines", .start, "6F-B5", 118), ("jun", .start, "6F-C6", 97), ("hugo", .start, "6F-D2", 71),
        ("kai", .start, "7F-A4", 64), ("gita", .pause, "6F-B3", 12),
    ]

    func run(_ program: Program) async throws {
        let store = program.store
        guard try await store.offices.offices().isEmpty else {
            print("The database already contains an office. Nothing was added.")
            return
        }
        let office = try await store.offices.addOffice(name: "Harbour Office", timeZone: TimeZone.current.identifier)
        let floors = [
            ("6F", ["Reception", "Meeting 6.1", "Kitchen"]), ("7F", ["Library", "Meeting 7.1", "Terrace"]),
        ]
        for (name, rooms) in floors {
            let layout = FloorLayout(floor: name, groups: 4, desksInGroup: 6, roomNames: rooms)
            try await store.floors.addFloor(layout, to: office)
        }
        try await equipDesks(store)
        for person in Self.people {
            try await store.people.addPerson(
                userName: person.user, displayName: person.name, role: person.role, office: office)
        }
        let team = try await store.teams.addTeam("Design", in: office)
        let change = PersonChange(team: .team(team))
        for person in try await store.people.people() where Self.team.contains(person.userName) {
            try await store.people.change(person.id, change, by: .command, now: Program.now())
        }
        try await store.people.setManager(
            try await store.people.person(userName: "bo").id, of: team, to: true, by: .command, now: Program.now())
        try await tap(program)
        print("Added the Harbour Office with 48 desks and 12 people.")
    }

    /// Gives the desks of the groups A and B a monitor, and those with the numbers 3 and 6 a height-adjustable top.
    private func equipDesks(_ store: AttendanceStore) async throws {
        for listed in try await store.floors.floorsToEdit() {
            let floor = try await store.floors.floor(listed.id)
            var drawing = floor.published
            for (index, desk) in drawing.desks.enumerated() {
                drawing.desks[index].hasMonitor = desk.id.contains("-A") || desk.id.contains("-B")
                drawing.desks[index].isHeightAdjustable = desk.id.hasSuffix("3") || desk.id.hasSuffix("6")
            }
            let version = FloorVersion(floor.id, version: floor.version, by: nil)
            _ = try await store.floors.publish(drawing, as: version, now: Program.now())
        }
    }

    /// Records the taps with the server's recorder.
    private func tap(_ program: Program) async throws {
        let now = Program.now()
        let clock = try TimeZoneDatabase.system().rules(of: TimeZone.current.identifier).span(at: now.seconds)
        let history = DemoHistory(
            people: Self.people.map(\.user), offset: clock.offset,
            today: CivilDate(daysSince1970: (now.seconds + clock.offset) / 86_400), days: Int64(max(0, days)))
        _ = try await TapRecorder.recordAlone(history.taps, pool: program.pool)
        let submissions = Self.taps.map { demo in
            let at = now - .seconds(demo.minutesAgo * 60)
            let tap = Tap(id: UUID(), user: demo.user, kind: demo.kind, at: at, desk: DeskID(demo.desk))
            return TapSubmission(tap, of: TapReport(tap), client: "desktap demo", receivedAt: now)
        }
        _ = try await TapRecorder.recordAlone(submissions, pool: program.pool)
    }
}
