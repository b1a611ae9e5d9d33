package import JSON
package import NIOCore

extension ByteBuffer {
    /// The JSON value of a request's body; nil if the body is no JSON.
    /// - Throws: ``WebServerError/nestedTooDeeply(limit:)``, ``WebServerError/combiningMarks``.
    package func json(
        lowercasingNames: Bool = false, repairingTexts: Bool = false
    ) throws(WebServerError) -> JSONValue? {
        do throws(JSONError) {
            return try JSONValue(
                parsing: readableBytesView, lowercasingNames: lowercasingNames, repairingTexts: repairingTexts)
        } catch {
            switch error {
            case .malformed: return nil
            case .nestedTooDeeply(let limit): throw .nestedTooDeeply(limit: limit)
            case .combiningMarks: throw .combiningMarks
            }
        }
    }
}
