import TestServers

extension TestOffice {
    /// Runs a command of `desktap` on this office's database.
    /// - Parameter onTerminal: whether it runs on a terminal. The output is then what the terminal shows.
    package func command(
        _ arguments: [String], in folder: String, onTerminal: Bool = false
    ) async throws -> (status: Int32, output: String) {
        let plain = [ServerProcess.program] + arguments
        let process = try ChildProcess(
            onTerminal
                ? ["/usr/bin/script", "-qec", plain.map { "'\($0)'" }.joined(separator: " "), "/dev/null"] : plain, in: folder,
            environment: ["DESKTAP_DATABASE": database.connectionString, "DESKTAP_RESOURCES": Self.checkout])
        let status = await process.wait()
        return (status, process.output)
    }
}
