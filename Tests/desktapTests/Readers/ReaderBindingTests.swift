@testable import AttendanceWeb

import AttendanceStore
import TestOffice
import TestServers
import Testing
import WebServer

@Suite(.enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"), .timeLimit(.minutes(10)))
struct `Reader binding` {
    @Test func `The reader command binds a reader to a certificate`() async throws {
        try await TestOffice.with { office in
            try await TestFolder.with { folder in
                let authority = try await TestAuthority.make("readers", in: folder)
                let (own, over) = (try await authority.issue("own"), try await authority.issue("over", isOver: true))
                _ = try await office.store.readers.addReader(name: "front door")
                func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
                    try await ServerProcess.run(
                        ["reader"] + arguments + ["--database", office.database.connectionString], in: folder)
                }
                let fingerprint = try ClientCertificate(file: own.certificateFile).fingerprint
                let bound = try await run("bind", "front door", "--certificate", own.certificateFile)
                #expect(bound.status == 0 && bound.output.contains("\(fingerprint)"), "\(bound.output)")
                #expect(try await office.store.readers.readers().map(\.reader.certificate) == [fingerprint])
                #expect(try await run("unbind", "front door").status == 0)
                #expect(try await office.store.readers.readers().map(\.reader.certificate) == [nil])
                #expect(try await run("bind", "front door", "--fingerprint", "sha256 Fingerprint=\(fingerprint)").status == 0)
                for (arguments, sentence) in [
                    (["--certificate", over.certificateFile], "expired at"),
                    (["--certificate", own.keyFile], "no certificate"),
                    (["--certificate", folder + "/none"], "cannot be read"), (["--fingerprint", "AB"], "fingerprint"),
                    ([], "one of"),
                    (["--certificate", own.certificateFile, "--fingerprint", "\(fingerprint)"], "one of"),
                ] {
                    let refused = try await ServerProcess.run(
                        ["reader", "bind", "front door", "--database", office.database.connectionString] + arguments, in: folder
                    )
                    #expect(refused.status != 0 && refused.output.contains(sentence), "\(refused.output)")
                }
                let nobody = try await run("unbind", "nobody")
                #expect(
                    nobody.status == 1 && nobody.output.contains("“nobody” does not exist, or is no longer in use."),
                    "\(nobody.output)")
                #expect(try await office.store.readers.readers().map(\.reader.certificate) == [fingerprint])
                let alone = try await ServerProcess.run(
                    ["serve", "--tls-client-ca", authority.certificateFile, "--database", office.database.connectionString],
                    in: folder)
                #expect(alone.status == 1 && alone.output.contains("'tls-certificate-file', too"), "\(alone.output)")
            }
        }
    }
}
