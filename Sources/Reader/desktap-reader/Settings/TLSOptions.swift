import ArgumentParser

/// The options for TLS.
struct TLSOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The authority of the server's certificate, PEM, instead of the system's authorities (DESKTAP_READER_SERVER_CA).",
            valueName: "file"))
    var serverCA: String?

    @Option(
        help: ArgumentHelp(
            "This reader's certificate, PEM, if its key is bound to one (DESKTAP_READER_CLIENT_CERTIFICATE).",
            valueName: "file"))
    var clientCertificate: String?

    @Option(
        help: ArgumentHelp(
            "The certificate's private key, PEM, not accessible to other users (DESKTAP_READER_CLIENT_KEY).",
            valueName: "file"))
    var clientKey: String?

    @Flag(help: "Allow http to another computer, which sends key and taps unencrypted (DESKTAP_READER_INSECURE=true).")
    var insecure = false

    var values: [String: String?] {
        ["server-ca": serverCA, "client-certificate": clientCertificate, "client-key": clientKey]
    }

    var flags: [String: Bool] { ["insecure": insecure] }
}
