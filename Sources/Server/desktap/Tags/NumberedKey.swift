import Attendance
import AttendanceStore

/// A key for tags, which commands list and retire by its number.
protocol NumberedKey {
    var number: Int64 { get }
    var madeAt: Instant { get }
    var retiredAt: Instant? { get }
    /// The number of tags that depend on it.
    var tags: Int64 { get }
}

extension SigningKey: NumberedKey {}
extension TagMasterKey: NumberedKey {}

extension Array where Element: NumberedKey {
    /// One line for each key.
    /// - Parameter use: what the newest key in use is for. The others verify.
    func lines(newest use: String) -> [String] {
        let newest = last { $0.retiredAt == nil }?.number
        return map { key in
            let state = key.retiredAt.map { "retired \($0.rfc3339())" } ?? (key.number == newest ? use : "verifies")
            return "\(key.number)\tmade \(key.madeAt.rfc3339())\t\(state)\t\(key.tags) tags"
        }
    }

    /// Checks that a key may be retired.
    /// - Parameters:
    ///   - name: of what depends on the key, after `tag` or `tags`.
    ///   - isConfirmed: whether it may also be retired if tags depend on it.
    /// - Returns: the tags that depend on it, such as `2 tags in use`; nil: there is no such key in use.
    func effectOfRetiring(_ number: Int64, _ name: String = "", isConfirmed: Bool) throws -> String? {
        guard let key = first(where: { $0.number == number && $0.retiredAt == nil }) else { return nil }
        let effect = "\(key.tags) \(key.tags == 1 ? "tag" : "tags")\(name)"
        guard key.tags == 0 || isConfirmed else {
            throw CommandError("\(effect) would prove only a UID until written again. Use --yes to do it anyway.")
        }
        return effect
    }
}
