import AttendanceStore
import Localization

extension AccessPurpose {
    /// A stored purpose for display: a known purpose localized, a viewer's own text unchanged.
    static func words(_ kept: String) -> String { AccessPurpose(rawValue: kept).map { localized("purpose.\($0)") } ?? kept }
}
