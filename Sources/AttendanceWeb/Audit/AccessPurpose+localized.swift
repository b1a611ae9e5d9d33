import AttendanceStore
import Localization

extension AccessPurpose {
    /// As the person whose record it is reads it: ours in their language, what somebody said themselves as they said it.
    static func words(_ kept: String) -> String { AccessPurpose(rawValue: kept).map { localized("purpose.\($0)") } ?? kept }
}
