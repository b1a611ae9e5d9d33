import Attendance
import AttendanceStore
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestClients
import TestOffice
import TestServers
import Testing

/// Runs the real program like an administrator at the server's terminal.
@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Administration commands` {
    /// Passes a folder and a function that runs `desktap`.
    private func withProgram(
        _ body: (TestOffice, String, ([String]) async throws -> (status: Int32, output: String)) async throws -> Void
    ) async throws {
        try await TestOffice.with { (office) async throws in
            try await TestFolder.with { (folder) async throws in
                try await body(office, folder) { arguments in
                    let process = try ChildProcess(
                        [ServerProcess.program] + arguments + ["--database", office.database.connectionString], in: folder,
                        environment: [
                            "DESKTAP_SECRET_FILE": folder + "/secret", "DESKTAP_PUBLIC_URL": "https://desk.example.com",
                        ])
                    return (await process.wait(), process.output)
                }
            }
        }
    }

    @Test func `The key command makes, lists and retires signing keys`() async throws {
        try await withProgram { (office, _, desktap) async throws in
            #expect(
                try await desktap(["key", "list"]).output == "There is no key yet. The first tag creates one.\n")
            let first = try await desktap(["key", "new"]).output
            #expect(first.contains("created the servers' secret"))
            #expect(first.contains("\nKey 1 signs from now on."))
            #expect(try await desktap(["key", "new"]).status == 0)
            let list = try await desktap(["key", "list"]).output
            #expect(list.split(separator: "\n").map { $0.split(separator: "\t")[2] } == ["verifies", "signs"])
            try await office.execute(
                """
                insert into tag (uid, office_id, desk, event, key_number, issued, certificate, made_at)
                values ('\\x04a1b2c3', 1, '6F-A1', 'start', 1, '2026-11-20', '\\x00', now())
                """)
            let refused = try await desktap(["key", "retire", "1"])
            #expect(refused.status == 1)
            #expect(
                refused.output
                    == "desktap: Tags that would prove only a UID until written again: 1. Use --yes to do it anyway.\n")
            #expect(
                try await desktap(["key", "retire", "1", "--yes"]).output.hasPrefix(
                    "Retired key 1. Tags in use that it signed: 1."))
            let unknown = try await desktap(["key", "retire", "1"])
            #expect((unknown.status, unknown.output.contains("no signing key 1 in use")) == (1, true))
        }
    }

    @Test func `The command for master keys makes, lists and retires them`() async throws {
        try await withProgram { (office, folder, desktap) async throws in
            #expect(
                try await desktap(["tags", "keys", "list"]).output
                    == "There is no key yet. The first tag that signs creates one.\n")
            let first = try await desktap(["tags", "keys", "new"]).output
            #expect(first.contains("\nTags get keys of master key 1 from now on."))
            let store = AttendanceStore(pool: office.pool, secretFile: folder + "/secret")
            _ = try await store.tagKeys.issueKeys(of: UID([4, 1, 2, 3, 4, 5, 6]), now: TestOffice.noon)
            #expect(try await desktap(["tags", "keys", "new"]).status == 0)
            let list = try await desktap(["tags", "keys", "list"]).output.split(separator: "\n").map {
                $0.split(separator: "\t")
            }
            #expect(list.map { $0[2] } == ["verifies", "for new tags"] && list.map { $0[3] } == ["tags: 1", "tags: 0"])
            let refused = try await desktap(["tags", "keys", "retire", "1"])
            #expect(refused.status == 1)
            #expect(
                refused.output
                    == "desktap: Tags that would prove only a UID until written again: 1. Use --yes to do it anyway.\n")
            #expect(try await desktap(["tags", "keys", "retire", "1", "--yes"]).output.hasPrefix("Retired master key 1."))
            let unknown = try await desktap(["tags", "keys", "retire", "1"])
            #expect((unknown.status, unknown.output.contains("no master key 1 in use")) == (1, true))
            let asked = try await desktap(["office", "require", "Harbour Office", "--proof", "sun"])
            #expect(
                asked.output == "desktap: 0 of 16 desks have a tag with the proof sun. All starts would be quarantined. "
                    + "Use --yes to set it anyway.\n")
            #expect(try await store.startRequirements.startRequirements().isEmpty && asked.status == 1)
            let required = try await desktap(["office", "require", "Harbour Office", "--proof", "sun", "--yes"])
            #expect(required.output == "A start in Harbour Office needs the proof sun.\n")
            let asDesk = ["office", "require", "Harbour Office", "--proof", "sun", "--desk", "6F-A3"]
            #expect(try await desktap(asDesk).output.contains("0 of 1 desks have a tag"))
            let desk = try await desktap(asDesk + ["--yes"])
            #expect(desk.output == "A start at 6F-A3 needs a tag that signs its address (the proof sun).\n")
            let released = try await desktap(["office", "require", "Harbour Office", "--nothing", "--desk", "6F-A3"])
            #expect(released.output == "A start at 6F-A3 needs what Harbour Office requires.\n")
            for (arguments, status) in [(["--reader", "--desk", "6F-A3"], 64), (["--proof", "sun", "--desk", "9F-Z9"], 1)] {
                #expect(try await desktap(["office", "require", "Harbour Office"] + arguments).status == Int32(status))
            }
        }
    }

    @Test func `The tags and office commands list tags to write, renew their words and set requirements`() async throws {
        try await withProgram { (office, _, desktap) async throws in
            let all = try await desktap(["tags", "csv"])
            #expect(all.status == 0)
            #expect(all.output.hasPrefix("office,desk,event,address\r\n"))
            #expect(all.output.split(separator: "\r\n").count == 1 + 16 + 2)
            let floor = try await desktap(["tags", "csv", "--floor", "7F", "--public-url", "https://other.example"]).output
            #expect(floor.split(separator: "\r\n").count == 1 + 8 + 2)
            let line = /Harbour Office,7F-A8,start,https:\/\/other\.example\/t\?event=start&desk=7F-A8&k=([\w-]{11})\r\n/
            let word = try #require(floor.firstMatch(of: line)).1
            #expect(
                try await desktap(["tags", "renew", "--desk", "7F-A8"]).output == "Replaced the words of the desk 7F-A8.\n")
            let renewed = try await desktap(["tags", "csv"]).output
            #expect(!renewed.contains(word) && renewed.contains("7F-A7&k="))
            #expect(
                try await desktap(["tags", "renew"]).output == "Replaced the words of 16 desks and the office.\n")
            let words = { (list: String) in Set(list.matches(of: /k=([\w-]{11})/).map(\.1)) }
            let last = try await desktap(["tags", "csv"]).output
            #expect(words(renewed).count == 17 && words(renewed).isDisjoint(with: words(last)))
            for wrong in [["--desk", "9F-Z9"], ["--desk", "6F--A"]] {
                #expect(try await desktap(["tags", "renew"] + wrong).status != 0)
            }
            for (wrong, sentence) in [
                (["--floor", "9F"], "“9F” does not exist"), (["--office", "Nowhere"], "There is no office “Nowhere”"),
            ] {
                let refused = try await desktap(["tags", "csv"] + wrong)
                #expect((refused.status, refused.output.contains(sentence)) == (1, true))
            }

            let store = office.store
            let required = try await desktap([
                "office", "require", "Harbour Office", "--network", "10.0.0.0/8", "--network", "2001:db8::/32", "--reader",
                "--proof", "certificate",
            ])
            let sentence =
                "A start in Harbour Office needs the network 10.0.0.0/8, or the network 2001:db8::/32, or any reader, "
                + "or the proof certificate.\n"
            #expect(required.output == sentence)
            for wrong in [
                [], ["--proof", "none"], ["--network", "10.0.0.1/8"], ["--nothing", "--reader"], ["--proof", "network"],
            ] {
                #expect(try await desktap(["office", "require", "Harbour Office"] + wrong).status != 0)
            }
            #expect(
                try await store.startRequirements.startRequirements()[office.office]?.networks == [
                    "10.0.0.0/8", "2001:db8::/32",
                ])
            #expect(try await desktap(["office", "require", "Harbour Office", "--nothing"]).status == 0)
            #expect(try await store.startRequirements.startRequirements().isEmpty)
        }
    }

    @Test func `The person command makes keys for programs`() async throws {
        try await withProgram { (office, folder, desktap) async throws in
            let key = try await desktap(["person", "key", "lea", "--tags"]).output.trimmingCharacters(in: .newlines)
            #expect(key.count == 43)
            #expect(try await office.value("select count(*)::text from person_key where key_hash = sha256('\(key)')") == "1")
            #expect(try await desktap(["person", "key", "nobody"]).status == 1)
        }
    }

    @Test func `The reader command makes keys of each scope`() async throws {
        try await withProgram { (office, folder, desktap) async throws in
            let scopes: [([String], String)] = [
                ([], "anyone"), (["--for", "ada"], "ada only"), (["--badges"], "badges"),
                (["--badges", "--desk", "6F-A3", "--desk", "6f-a4"], "badges at 6F-A3, 6F-A4"),
                (["--office", "Harbour Office"], "people of Harbour Office"),
            ]
            for (number, (options, said)) in scopes.enumerated() {
                let added = try await desktap(["reader", "add", "reader \(number)"] + options)
                #expect((added.status, added.output.count) == (0, 44))
                let reader = try #require(
                    try await office.store.readers.readers().map(\.reader).first { $0.name == "reader \(number)" })
                #expect("\(reader.scope)" == said)
            }
            for wrong in [
                ["--for", "nobody"], ["--for", "ada", "--badges"], ["--desk", "6F-A3"], ["--badges", "--desk", "9F-A3"],
                ["--badges", "--desk", "a_b"], ["--office", "Nowhere"],
            ] {
                #expect(try await desktap(["reader", "add", "wrong"] + wrong).status != 0)
            }
            #expect(try await office.value("select count(*)::text from reader") == "5")
        }
    }

    @Test func `The key command makes no server secret that the server would not find`() async throws {
        try await withProgram { (office, folder, _) async throws in
            func newKey(_ options: [String] = []) async throws -> (status: Int32, output: String) {
                let process = try ChildProcess(
                    [ServerProcess.program, "key", "new", "--database", office.database.connectionString] + options, in: folder,
                    environment: ["HOME": folder, "XDG_STATE_HOME": "", "STATE_DIRECTORY": "", "DESKTAP_SECRET_FILE": ""])
                return (await process.wait(), process.output)
            }
            let secret = folder + "/.local/state/desktap/secret"
            let refused = try await newKey()
            #expect(refused.status == 1)
            #expect(refused.output.hasPrefix("desktap: There is no servers' secret yet at \(secret); the server may"))
            #expect(!FileManager.default.fileExists(atPath: secret))
            #expect(try await newKey(["--secret-file", secret]).status == 0)
            // An existing secret is found.
            #expect(try await newKey().output.hasPrefix("Key 2 signs from now on."))
        }
    }

    @Test func `A server does not start with another secret than the database's`() async throws {
        try await withProgram { (office, folder, desktap) async throws in
            #expect(try await desktap(["key", "new"]).status == 0)
            let elsewhere = folder + "/elsewhere"
            let missing = try await desktap(["serve", "--port", "0", "--secret-file", elsewhere])
            #expect(missing.status == 1)
            #expect(
                missing.output.hasPrefix("desktap: The servers' secret of this database is not at \(elsewhere)."))
            #expect(
                FileManager.default.createFile(
                    atPath: elsewhere, contents: Data(repeating: 7, count: 32), attributes: [.posixPermissions: 0o600]))
            let other = try await desktap(["serve", "--port", "0", "--secret-file", elsewhere])
            #expect(other.status == 1)
            #expect(other.output.hasPrefix("desktap: The servers' secret \(elsewhere) is not the secret of this database"))
            #expect(other.output.split(separator: "\n").count == 1)
        }
    }
}
