import ArgumentParser
import AttendanceStore
import AttendanceWeb
import WebServer

extension ReaderCommand {
    struct Bind: StoreCommand {
        static let configuration = CommandConfiguration(
            abstract: "Accept a reader's key only with a client certificate.",
            discussion: """
                A stolen reader key is then useless without the certificate's private key, which never leaves the reader. \
                Other connections are refused with 401 at once, and the server's log contains the reason. Binding a reader \
                again replaces its certificate immediately.

                The server must speak TLS itself, with the authority of the reader certificates in --tls-client-ca. Behind a \
                proxy that terminates TLS, a bound reader is always refused. On the reader, set --client-certificate and \
                --client-key.

                  desktap reader bind 'front door' --certificate front-door.pem
                  desktap reader bind 'front door' --fingerprint "$(openssl x509 -in front-door.pem -noout -fingerprint -sha256)"
                """)
        @OptionGroup var common: CommonOptions
        @Argument(help: "The reader's name.") var name: String
        @Option(help: ArgumentHelp("The reader's certificate, PEM; the first in the file counts.", valueName: "file"))
        var certificate: String?
        @Option(help: ArgumentHelp("The SHA-256 of the DER certificate instead.", valueName: "hex"))
        var fingerprint: CertificateFingerprint?

        func validate() throws {
            guard (certificate == nil) != (fingerprint == nil) else {
                throw ValidationError("Specify one of --certificate and --fingerprint.")
            }
        }

        func run(_ program: Program) async throws {
            guard let bound = try fingerprint ?? certificate.map(fingerprint(ofFile:)) else { return }
            try await program.store.readers.bindReader(name: name, to: bound)
            print("The key of \(name) is now accepted only with this certificate: \(bound)")
        }

        private func fingerprint(ofFile file: String) throws -> CertificateFingerprint {
            let certificate: ClientCertificate
            do {
                certificate = try ClientCertificate(file: file)
            } catch {
                throw CommandError("\(error)")
            }
            guard Program.now() < certificate.end else {
                throw CommandError("The certificate in \(file) expired at \(certificate.end.rfc3339()).")
            }
            return certificate.fingerprint
        }
    }

    struct Unbind: StoreCommand {
        static let configuration = CommandConfiguration(abstract: "Accept a reader's key without a certificate again.")
        @OptionGroup var common: CommonOptions
        @Argument(help: "The reader's name.") var name: String

        func run(_ program: Program) async throws {
            try await program.store.readers.bindReader(name: name, to: nil)
            print("The key of \(name) no longer needs a certificate.")
        }
    }
}

extension CertificateFingerprint: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
