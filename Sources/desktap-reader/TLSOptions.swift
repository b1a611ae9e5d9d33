import ArgumentParser

/// How this computer and the server protect their connection.
struct TLSOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Who signs the server's certificate, PEM, in place of whom the system trusts (DESKTAP_READER_SERVER_CA).",
            valueName: "file"))
    var serverCA: String?

    @Option(
        help: ArgumentHelp(
            "This reader's own certificate, PEM, where its key is bound to one (DESKTAP_READER_CLIENT_CERTIFICATE).",
            valueName: "file"))
    var clientCertificate: String?

    @Option(
        help: ArgumentHelp(
            "The certificate's key, PEM, closed to other users (DESKTAP_READER_CLIENT_KEY).", valueName: "file"))
    var clientKey: String?

    @Flag(help: "Send the key and the taps over http to another computer too (DESKTAP_READER_INSECURE=true).")
    var insecure = false

    var values: [String: String?] {
        ["server-ca": serverCA, "client-certificate": clientCertificate, "client-key": clientKey]
    }

    var flags: [String: Bool] { ["insecure": insecure] }
}
