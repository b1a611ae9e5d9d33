@testable import WebServer

import Foundation
import Logging
import TestServers
import Testing

@Suite(.timeLimit(.minutes(5))) struct `TLS certificate` {
    @Test func `Files that are no usable certificate and key are rejected with a sentence`() async throws {
        try await TestFolder.with { folder in
            let pair = try await TestCertificate.make("one", in: folder)
            let other = try await TestCertificate.make("other", in: folder)
            func problem(_ certificate: String, _ key: String) -> String {
                do throws(TLSCertificateError) {
                    _ = try TLSCertificate(certificateFile: certificate, keyFile: key, logger: Logger(label: "test"))
                    return "none"
                } catch {
                    return error.description
                }
            }
            #expect(problem(pair.certificateFile, pair.keyFile) == "none")
            #expect(problem(folder + "/missing", pair.keyFile).contains("cannot be read"))
            #expect(problem(folder, pair.keyFile).contains("no file of a certificate"))
            #expect(problem(pair.keyFile, pair.keyFile).contains("holds no certificate"))
            #expect(problem(pair.certificateFile, pair.certificateFile).contains("can be read by everybody"))
            #expect(problem(pair.certificateFile, other.keyFile).contains("is not that of the certificate"))
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: pair.keyFile)
            #expect(problem(pair.certificateFile, pair.keyFile) == "none")
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: pair.keyFile)
            #expect(problem(pair.certificateFile, pair.keyFile).contains("can be read by everybody"))
        }
    }
}
