import AttendanceStore
import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Team command` {
    @Test func `The team command adds, fills and lists teams, sets managers, and reports errors`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let database = office.database.connectionString
                func team(_ arguments: String...) async throws -> (status: Int32, output: String) {
                    let process = try ChildProcess(
                        [ServerProcess.program, "team"] + arguments + ["--database", database], in: folder,
                        environment: ["DESKTAP_DATABASE": "", "DESKTAP_RESOURCES": TestOffice.checkout])
                    let status = await process.wait()
                    return (status, process.output)
                }
                #expect(try await team("add", "Design").status == 0)
                #expect(try await team("add", "Design").output == "desktap: There is already a team “Design” in this office.\n")
                #expect(try await team("add", " ").output.contains("A name is one line of 1 to 64 visible characters."))
                #expect(try await team("assign", "Design", "ada", "cy").output == "ada, cy: in the team Design.\n")
                #expect(try await team("assign", "Sales", "ada").output.contains("There is no team “Sales”"))
                let nobody = try await team("assign", "Design", "bo", "nobody")
                #expect(nobody.status == 1 && nobody.output.contains("“nobody”"))
                #expect(try await team("manager", "Design", "bo").output == "Bo Nakamura manages the team Design.\n")
                #expect(try await team("list").output == "Harbour Office\tDesign\tmanaged by bo\tada, cy\n")
                #expect(try await team("assign", "-", "cy").output == "cy: in no team.\n")
                #expect(try await team("manager", "Design", "bo", "--remove").status == 0)
                #expect(try await team("list").output == "Harbour Office\tDesign\tmanaged by -\tada\n")
            }
        }
    }
}
