import ArgumentParser
import AttendanceStore
import AttendanceWeb
import WebServer

extension ReaderCommand {
    struct Bind: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Have a reader's key be good together with its certificate alone.",
            discussion: """
                Whoever finds the key can then do nothing with it without the certificate's own key, which never leaves the reader. \
                Any other connection is refused with 401, from now on; the server's log says why. Bound anew, a reader needs the \
                new certificate at once.

                It takes a server that speaks TLS itself and is told by --tls-client-ca who signs readers' certificates: behind a \
                proxy that ends TLS, a bound reader is refused always. On the reader, --client-certificate and --client-key name \
                the files.

                  desktap reader bind 'front door' --certificate front-door.pem
                  desktap reader bind 'front door' --fingerprint "$(openssl x509 -in front-door.pem -noout -fingerprint -sha256)"
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its name.") var name: String
        @Option(help: ArgumentHelp("Its certificate, PEM; the first where there are several.", valueName: "file"))
        var certificate: String?
        @Option(help: ArgumentHelp("Or the SHA-256 of the certificate's DER form.", valueName: "hex"))
        var fingerprint: CertificateFingerprint?

        func validate() throws {
            guard (certificate == nil) != (fingerprint == nil) else {
                throw ValidationError("A reader is bound by one of --certificate and --fingerprint.")
            }
        }

        func run() async throws {
            try await Program.run(common) { program in
                guard let bound = try fingerprint ?? certificate.map(fingerprint(ofFile:)) else { return }
                try await program.store.readers.bindReader(name: name, to: bound)
                print("The key of \(name) is good from now on together with this certificate alone: \(bound)")
            }
        }

        private func fingerprint(ofFile file: String) throws -> CertificateFingerprint {
            let certificate: ClientCertificate
            do {
                certificate = try ClientCertificate(file: file)
            } catch {
                throw CommandProblem("\(error)")
            }
            guard Program.now() < certificate.end else {
                throw CommandProblem("The certificate in \(file) was good until \(certificate.end.rfc3339()).")
            }
            return certificate.fingerprint
        }
    }

    struct Unbind: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Have a reader's key be good without any certificate again.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "Its name.") var name: String

        func run() async throws {
            try await Program.run(common) { program in
                try await program.store.readers.bindReader(name: name, to: nil)
                print("The key of \(name) needs no certificate any more.")
            }
        }
    }
}

extension CertificateFingerprint: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
