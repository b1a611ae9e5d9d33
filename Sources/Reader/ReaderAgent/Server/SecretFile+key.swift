import Daemon

extension SecretFile {
    /// Reads a key for the connection to the server.
    static func key(_ path: String) throws(ConnectionSetupError) -> [UInt8] {
        do {
            return try read(path)
        } catch {
            throw ConnectionSetupError("The key file \(path) \(error.predicate(path)).")
        }
    }
}
