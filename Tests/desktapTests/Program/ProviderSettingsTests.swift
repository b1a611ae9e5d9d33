import Foundation
import TestOffice
import TestServers
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Provider settings of a server` {
    @Test(
        .enabled(if: TestDatabase.isAvailable, "\(TestDatabase.help)"),
        arguments: [
            (#"{"oidc-issuer": "http://id.example.com", "oidc-client-id": "x"}"#, "The setting 'oidc-issuer' is not an https"),
            (#"{"oidc-issuer": "https://id.example.com"}"#, "The setting 'oidc-client-id' is missing."),
            (#"{"oidc-client-id": "x"}"#, "The setting 'oidc-client-id' needs 'oidc-issuer'"),
            (#"{"oidc-isuer": "x"}"#, "an unknown setting 'oidc-isuer'"),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-client-secret-file": "/nowhere"}"#,
                "The file /nowhere, named by 'oidc-client-secret-file', does not exist."
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-office": "Nowhere"}"#,
                "The setting 'oidc-office' must name one of the offices"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-link-by-user-name": "maybe"}"#,
                "is neither 'yes' nor 'no'"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-new-people": "some"}"#,
                "The setting 'oidc-new-people' is neither 'yes' nor 'no'"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-session-length": "7"}"#,
                "The setting 'oidc-session-length' is not a time from 5m to 365d"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-session-length": "366d"}"#,
                "The setting 'oidc-session-length' is not a time from 5m to 365d"
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-client-secret-file": "FOLDER/open"}"#,
                "named by 'oidc-client-secret-file', is accessible to other users. Run 'chmod 600 "
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-client-secret-file": "FOLDER"}"#,
                "named by 'oidc-client-secret-file', is not a regular file of at most 1 MiB."
            ),
            (
                #"{"oidc-issuer": "https://id.example.com", "oidc-client-id": "x", "oidc-client-secret-file": "FOLDER/closed", "oidc-office": "Nowhere"}"#,
                "The setting 'oidc-office' must name one of the offices"
            ),
        ])
    func `An invalid setting of the provider stops the start of the server`(text: String, sentence: String) async throws {
        try await TestFolder.with { folder in
            try await TestOffice.with { office in
                let file = folder + "/settings.json"
                try text.replacing("FOLDER", with: folder).write(toFile: file, atomically: true, encoding: .utf8)
                for (name, mode) in [("open", 0o640), ("closed", 0o600)] {
                    try "a secret".write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
                    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder)/\(name)")
                }
                let (status, output) = try await ServerProcess.run(
                    "serve", "--port", "0", "--config", file, "--database", office.database.connectionString, "--resources",
                    TestOffice.checkout, in: folder)
                #expect(status == 1 && output.contains(sentence), "\(output)")
            }
        }
    }
}
