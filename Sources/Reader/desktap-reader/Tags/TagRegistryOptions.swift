import ArgumentParser
import Daemon
import NFCTag
import ReaderAgent

/// The options of commands that need the server's registry of tags.
struct TagRegistryOptions: ParsableArguments {
    @Option(help: "A file with an administrator's key for tags.") var keyFile: String?
    @OptionGroup var tls: TLSOptions

    /// Runs `body` with the registry of a server.
    func with(_ server: String?, _ options: TagOptions, _ body: (HTTPTagRegistry) async throws -> Void) async throws {
        let settings = try Settings(
            ["server": server, "personal-key-file": keyFile].merging(tls.values) { first, _ in first }, flags: tls.flags,
            file: nil)
        let (address, key, files) = (try settings.confidentialServer, try settings.personalKey, try settings.tls)
        do {
            try await ServerConnection.with(server: address, key: key, version: programVersion, tls: files) {
                try await body(HTTPTagRegistry($0))
            }
        } catch let problem as ConnectionSetupError {
            throw options.fail(problem)
        }
    }
}
