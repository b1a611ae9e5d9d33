package import HTTPTypes

extension HTTPFields {
    /// Sets a field for which HTTPTypes has no constant.
    package mutating func set(_ name: String, to value: String) {
        if let name = HTTPField.Name(name) { self[name] = value }
    }
}
