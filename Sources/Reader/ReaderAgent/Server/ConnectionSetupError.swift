/// A set-up error of the connection to the server, with a sentence for the administrator.
package struct ConnectionSetupError: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}
