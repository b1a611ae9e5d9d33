/// Why a tag was not provisioned, other than an error of the tag or of the server.
package enum ProvisionError: Error, Sendable, Equatable {
    /// The tag lacks this number of bytes for address and certificate. Nothing was written.
    case noRoom(missing: Int)
    /// The UID changes with every tap.
    case randomUID
    /// The tag signs its address, so another address cannot be written to it.
    case signing
    /// The server does not accept the address that the tag sends.
    case notAccepted
    /// The tag was written, but the server did not receive the confirmation.
    case confirmationFailed(TagRegistryError)
}

extension ProvisionError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noRoom(let missing):
            "The tag is too small for the address and a certificate (bytes missing: \(missing))."
                + " Nothing was written. Use a larger tag, or --uid-only to register only the UID."
        case .randomUID: "This is not a tag, but a phone or card with a new random number at every tap."
        case .signing:
            "This tag signs its address, so another one cannot be written to it. Give it its factory keys first: 'desktap-reader tag"
                + " reset'. Nothing was changed."
        case .notAccepted:
            "The tag was written, but the server does not accept the address that it sends. Run the same command again."
        case .confirmationFailed(let error): "The tag was written, but the server has not been notified yet. \(error)"
        }
    }
}
