import Attendance
import AttendanceStore
import TestOffice
import TestServers
import Testing

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Account commands` {
    /// Passes a function that runs `desktap`.
    private func withProgram(
        _ body: (TestOffice, ([String]) async throws -> (status: Int32, output: String)) async throws -> Void
    ) async throws {
        try await TestOffice.with { (office) async throws in
            try await TestFolder.with { (folder) async throws in
                try await body(office) { arguments in
                    let process = try ChildProcess(
                        [ServerProcess.program] + arguments + ["--database", office.database.connectionString], in: folder)
                    return (await process.wait(), process.output)
                }
            }
        }
    }

    @Test func `The person command finds and changes people`() async throws {
        try await withProgram { (office, desktap) async throws in
            try await office.store.teams.addTeam("Design", in: office.office)
            #expect(
                try await desktap(["person", "set", "ada", "--name", "Ada Berg", "--role", "hr", "--team", "Design"]).output
                    == "Changed ada.\n")
            #expect(
                try await desktap(["person", "search", "BERG"]).output
                    == "ada\thr\tAda Berg\tHarbour Office\tDesign\tworks here\n")
            let all = try await desktap(["person", "search"]).output.split(separator: "\n").map { $0.split(separator: "\t")[0] }
            #expect(all == ["ada", "bo", "cy", "dai", "lea"])
            let last = try await desktap(["person", "set", "lea", "--role", "employee"])
            #expect((last.status, last.output.contains("last administrator")) == (1, true))
            #expect(try await desktap(["person", "set", "ada"]).status != 0)
        }
    }

    @Test func `Account commands leave entries in the account log`() async throws {
        try await withProgram { (office, desktap) async throws in
            try await office.store.teams.addTeam("Design", in: office.office)
            _ = try await office.store.readers.addReader(name: "front door")
            for arguments in [
                ["person", "add", "emi", "--name", "Emi Sato", "--role", "auditor"], ["person", "link", "emi", "--no-qr"],
                ["person", "key", "emi"], ["person", "set", "emi", "--role", "employee", "--team", "Design"],
            ] {
                let (status, output) = try await desktap(arguments)
                #expect(status == 0, "\(output)")
            }
            let log = try await office.store.audit.adminLog(of: try await office.store.people.person(userName: "EMI").id)
            #expect(
                log.map(\.field).reversed() == [.added, .signInLink, .key, .role, .team])
            #expect(log.allSatisfy { $0.author == .command })
            for arguments in [
                ["person", "add", "former-9", "--name", "X"], ["person", "add", "x\u{202E}y", "--name", "X"],
                ["person", "add", "x", "--name", "X\u{200B}"], ["person", "add", "EMI", "--name", "X"],
                ["person", "set", "emi", "--user-name", "Former-9"],
            ] {
                #expect(try await desktap(arguments).status != 0, "\(arguments)")
            }
            #expect(try await desktap(["retention", "set", "--log-months", "12"]).status == 0)
            #expect(try await office.store.retention.retentions().first?.logMonths == 12)
            #expect(try await desktap(["retention", "run"]).output.contains("logs and revoked keys\t0 erased"))
        }
    }

    @Test func `The scim-key command adds, lists and revokes keys of provisioners`() async throws {
        try await withProgram { (office, desktap) async throws in
            let key = try await desktap(["scim-key", "add", "Entra"]).output.split(separator: "\n").map(String.init)
            #expect(key.count == 1)
            let access = AccessCache(store: office.store)
            #expect(try await access.provisioner(withKey: key.first ?? "", now: TestOffice.noon)?.name == "Entra")
            #expect(try await desktap(["scim-key", "list"]).output == "Entra\tHarbour Office\tin use\n")
            #expect(try await desktap(["scim-key", "revoke", "Entra"]).status == 0)
            #expect(try await desktap(["scim-key", "list"]).output.contains("revoked"))
            #expect(try await desktap(["scim-key", "revoke", "Entra"]).status == 1)
        }
    }
}
