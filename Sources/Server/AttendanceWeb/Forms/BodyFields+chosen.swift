import WebServer

extension BodyFields {
    /// What the checked boxes of a list stand for: their names without the prefix, in no order.
    /// - Parameter prefix: such as `tap-`.
    func chosen(prefix: String) -> [String] {
        values.keys.filter { $0.hasPrefix(prefix) && isSet($0) }.map { String($0.dropFirst(prefix.count)) }
    }
}
