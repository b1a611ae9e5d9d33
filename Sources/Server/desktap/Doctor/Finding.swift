/// The result of one check of an installation.
struct Finding: Encodable {
    enum Check: String, Encodable {
        case settings, database, schema, role, secret, clock
        case databaseTLS = "database-tls"
        case timeZones = "time-zones"
        case userNames = "user-names"
        case provider, anchor, backup, certificate, address, proxy, mail, disk, pcscd
    }

    enum Result: String, Encodable {
        case ok
        /// It works, but not as well as it should.
        case warning
        case failed
        /// It could not be checked, because of another finding or because it is not in use.
        case skipped
    }

    let check: Check
    let result: Result
    /// What was found; for a warning or a failure, also what to do.
    let detail: String

    private init(_ check: Check, _ result: Result, _ detail: String) {
        (self.check, self.result, self.detail) = (check, result, detail)
    }

    static func ok(_ check: Check, _ detail: String) -> Finding { Finding(check, .ok, detail) }
    static func warning(_ check: Check, _ detail: String) -> Finding { Finding(check, .warning, detail) }
    static func failed(_ check: Check, _ detail: String) -> Finding { Finding(check, .failed, detail) }
    static func skipped(_ check: Check, _ detail: String) -> Finding { Finding(check, .skipped, detail) }

    var line: String {
        // PostgreSQL's messages have tabs and line breaks.
        let detail = detail.split(whereSeparator: { $0 == "\t" || $0.isNewline }).joined(separator: " ")
        return "\(result.rawValue)\t\(check.rawValue)\t\(detail)"
    }
}
