internal import CLibpq

extension PostgresConfiguration {
    /// How the connection is protected on its way to PostgreSQL.
    package enum Protection: Sendable, Equatable {
        /// All hosts are this machine.
        case local
        /// TLS, with PostgreSQL's certificate and name checked (`sslmode=verify-full`).
        case verified
        /// Another `sslmode`. libpq may connect without TLS, or to any server with a certificate.
        case unverified(mode: String)
    }

    /// By the connection string and, where it says nothing, libpq's environment variables and defaults.
    /// - Throws: ``PostgresError/cannotConnect(_:)`` if the connection string cannot be read.
    package func protection() throws -> Protection {
        let settings = Self.defaults().merging(try parsed()) { $1 }
        func list(_ name: String) -> [Substring] {
            (settings[name] ?? "").split(separator: ",", omittingEmptySubsequences: false)
        }
        let (hosts, addresses) = (list("host"), list("hostaddr"))
        // libpq connects to the address and takes the host only as the name in the certificate.
        let targets = (0..<max(hosts.count, addresses.count)).map { index in
            let address = index < addresses.count ? addresses[index] : ""
            return address.isEmpty && index < hosts.count ? hosts[index] : address
        }
        if targets.allSatisfy(\.isThisMachine) { return .local }
        let mode = settings["sslmode"] ?? "prefer"
        return mode == "verify-full" ? .verified : .unverified(mode: mode)
    }

    private static func defaults() -> [String: String] {
        guard let options = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(options) }
        return values(options)
    }

    /// The options that have a value, by keyword.
    static func values(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }
}

extension Substring {
    /// Whether a host of libpq is a socket's folder, the default socket, or a loopback address.
    fileprivate var isThisMachine: Bool {
        isEmpty || hasPrefix("/") || hasPrefix("@") || lowercased() == "localhost" || self == "::1"
            || hasPrefix("127.") && allSatisfy { $0.isNumber || $0 == "." }
    }
}
