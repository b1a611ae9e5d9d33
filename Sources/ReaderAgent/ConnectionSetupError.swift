import Daemon

/// A set-up error of the connection to the server, with a sentence for the administrator.
package struct ConnectionSetupError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }

    /// Reads a file with a key.
    static func reading(_ path: String) throws(ConnectionSetupError) -> [UInt8] {
        do {
            return try SecretFile.read(path)
        } catch {
            throw ConnectionSetupError("The key file \(path) \(error.predicate(path)).")
        }
    }
}
