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
            return "\(key.number)\tmade \(key.madeAt.rfc3339())\t\(state)\ttags: \(key.tags)"
        }
    }

    /// Checks that a key may be retired.
    /// - Parameter isConfirmed: whether it may also be retired if tags depend on it.
    /// - Returns: the number of tags that depend on it; nil: there is no such key in use.
    func tagsOfRetiring(_ number: Int64, isConfirmed: Bool) throws -> Int64? {
        guard let key = first(where: { $0.number == number && $0.retiredAt == nil }) else { return nil }
        guard key.tags == 0 || isConfirmed else {
            throw CommandError(
                "Tags that would prove only a UID until written again: \(key.tags). Use --yes to do it anyway.")
        }
        return key.tags
    }
}
