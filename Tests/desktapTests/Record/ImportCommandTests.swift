import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Import command` {
    @Test func `The import command says what it added, what it would add, or what is wrong`() async throws {
        try await TestOffice.with { (office) async throws in
            try await TestFolder.with { (folder) async throws in
                func bring(
                    _ text: String?, _ arguments: String..., encoding: String.Encoding = .utf8
                ) async throws -> (status: Int32, output: String) {
                    let file = folder + "/file.csv"
                    try text?.write(toFile: file, atomically: true, encoding: encoding)
                    let process = try ChildProcess(
                        [ServerProcess.program, "import", arguments[0], file] + arguments.dropFirst()
                            + ["--database", office.database.connectionString], in: folder,
                        environment: ["DESKTAP_DATABASE": "", "DESKTAP_RESOURCES": TestOffice.checkout])
                    let status = await process.wait()
                    return (status, process.output.replacing(folder + "/", with: ""))
                }
                #expect(try await bring(nil, "people").output.hasPrefix("desktap: file.csv cannot be read: "))
                let people = "user_name,display_name\nemi,佐藤 恵美\nada,Ada Lindqvist\n"
                #expect(
                    try await bring(people, "people", "--dry-run").output
                        == "1 person would be added. Lines already known: 1. Nothing was imported.\n")
                #expect(try await bring(people, "people").output == "1 person added. Lines already known: 1.\n")
                #expect(try await bring(people, "people").output == "Nothing was added. Lines already known: 2.\n")
                let renamed = "user_name,display_name,team\nada,Ada Lovelace,Design\nemi,佐藤 恵美,\n"
                #expect(try await bring(renamed, "people").status == 1)
                #expect(
                    try await bring(renamed, "people", "--update", "--dry-run").output == """
                        Ada Lindqvist (ada): Name: Ada Lindqvist → Ada Lovelace, Team: none → Design
                        1 team would be added. 1 person would be changed. Lines already known: 1. Nothing was imported.

                        """)
                #expect(
                    try await bring(renamed, "people", "--update").output.hasSuffix(
                        "1 team added. 1 person changed. Lines already known: 1.\n"))
                #expect(try await bring("team\nDesign\n", "teams", "--update").status == 64)
                let wrong = try await bring("user_name,display_name\n,A\nx,\n", "people")
                #expect(wrong.status == 1)
                #expect(
                    wrong.output == """
                        desktap: file.csv, line 2: user_name is missing.
                        file.csv, line 3: display_name is missing.
                        Nothing was imported.

                        """)
                let semicolons = try await bring("team;manager\nA;bo\nB;lea\nC\n", "teams", "--dry-run")
                #expect(semicolons.output == "3 teams and 2 team managers would be added. Nothing was imported.\n")
                let german = try await bring("team\nEmpfang Köln\n", "teams", "--dry-run", encoding: .windowsCP1252)
                #expect(
                    german.output == "1 team would be added. Nothing was imported. The file was read as Windows-1252.\n")
                let returns = try await bring("user_name,display_name\rx,\"\r", "people")
                #expect(returns.output.hasPrefix("desktap: file.csv, line 2: a quotation mark in column 2 is not closed."))
                let taps = "user,kind,at\nada,end,2026-11-01T18:00:00+09:00\n"
                #expect(try await bring(taps, "people").output.contains("This is a file of attendance."))
                #expect(try await bring(taps, "attendance").status == 64)
                let bo = try await bring(taps, "attendance", "--as", "bo", "--reason", "x")
                #expect(bo.output.contains("Bo Nakamura may not import attendance"))
                let cy = try await bring(
                    taps.replacing("ada", with: "Ada"), "attendance", "--as", "CY", "--reason", "The old system")
                #expect(cy.output == "1 tap added.\n", "\(cy.output)")
            }
        }
    }
}
