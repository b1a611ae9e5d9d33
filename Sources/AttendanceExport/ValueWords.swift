import Attendance
import Localization

/// The values of columns as texts: the names of the contract (Exports.md), or words for people.
struct ValueWords: Sendable {
    /// The values of ``EventColumn/type`` and ``EventColumn/status``.
    static let types = ["tap", "add"]
    static let statuses = ["effective", "voided", "quarantined"]

    // The words by value. A value without a word stays as it is.
    private var flags: [String: String] = [:]
    private var types: [String: String] = [:]
    private var kinds: [String: String] = [:]
    private var statuses: [String: String] = [:]
    private var separator = ";"

    /// - Parameter heads: the language of readable heads; nil: the names of the contract.
    init(heads: Catalogue? = nil) {
        guard let heads else { return }
        Catalogue.$current.withValue(heads) {
            for flag in RowFlags(rawValue: .max).names { flags[flag] = localized("record.flag.\(flag)") }
            for type in Self.types { types[type] = localized("export.type.\(type)") }
            for kind in TapKind.allCases {
                // The kind of a tap is the same after a break. Only its place in the day says which one it is.
                kinds[kind.rawValue] = localized(kind == .start ? "correction.kind.start" : "tap.\(kind.rawValue)")
            }
            for status in Self.statuses { statuses[status] = localized("export.status.\(status)") }
            separator = "; "
        }
    }

    func flags(_ names: [String]) -> String { names.map { flags[$0] ?? $0 }.joined(separator: separator) }
    func type(_ type: String) -> String { types[type] ?? type }
    func kind(_ kind: String) -> String { kinds[kind] ?? kind }
    func status(_ status: String) -> String { statuses[status] ?? status }
}
