import ArgumentParser

/// The settings of 'run' as options.
struct RunOptions: ParsableArguments {
    @Option(help: "The server, such as https://desk.example.com (DESKTAP_READER_SERVER).") var server: String?
    @Option(help: "For desk tags: the person's user name (DESKTAP_READER_USER).") var user: String?
    @Option(help: "For badges: the desk of this reader (DESKTAP_READER_DESK).") var desk: String?
    @Option(help: "For badges: start, pause or end (DESKTAP_READER_EVENT).") var event: String?
    @Option(help: "For badges: the office, if there are several (DESKTAP_READER_OFFICE).") var office: String?
    @Flag(help: "For badges: people choose the event first (DESKTAP_READER_CHOOSE).") var choose = false
    @Option(help: "A file with this reader's key (DESKTAP_READER_KEY_FILE). Alternatively, set DESKTAP_READER_KEY to the key.")
    var keyFile: String?
    @OptionGroup var tls: TLSOptions
    @Option(help: "The folder that keeps taps until they are sent (DESKTAP_READER_QUEUE).") var queue: String?
    @Option(help: "A command to run for each result (DESKTAP_READER_ON_RESULT).") var onResult: String?
    @Option(help: "Use only readers whose name contains this text (DESKTAP_READER_READER).") var reader: String?
    @Option(help: "Other hosts whose tags are accepted, separated by commas (DESKTAP_READER_TAG_HOSTS).") var tagHosts: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical (DESKTAP_READER_LOG_LEVEL).") var logLevel: String?

    /// The options that are set, by name.
    var values: [String: String] {
        [
            "server": server, "user": user, "key-file": keyFile, "queue": queue, "reader": reader, "tag-hosts": tagHosts,
            "log-level": logLevel, "desk": desk, "event": event, "office": office, "on-result": onResult,
        ].merging(tls.values) { first, _ in first }.compactMapValues(\.self)
    }

    var flags: [String: Bool] { tls.flags.merging(["choose": choose]) { first, _ in first }.filter(\.value) }

    /// - Parameter file: the path of a JSON file with the settings that are not set as options.
    /// - Throws: `ValidationError` if the file is invalid.
    func settings(file: String?) throws -> Settings { try Settings(values, flags: flags, file: file) }
}
