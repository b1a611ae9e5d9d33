import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form of the first administrator, as typed.
struct FirstAdministratorForm: Sendable {
    let user, name, office, timeZone: String

    /// - Parameter fields: nil for an empty form.
    init(_ fields: BodyFields? = nil) {
        user = fields?.trimmed("user") ?? ""
        name = fields?["name"] ?? ""
        office = fields?["office"] ?? ""
        timeZone = fields?.timeZone ?? ""
    }

    /// - Parameter needsOffice: whether the administrator adds the first office.
    /// - Throws: ``StoreError``, ``WebError`` if a field is missing or invalid.
    func newcomer(needsOffice: Bool, _ zones: TimeZoneDatabase) throws -> FirstAdministrator {
        let name = try PersonName.given(name)
        let user = try UserName.typed(user)
        guard needsOffice else { return FirstAdministrator(userName: user, displayName: name, office: nil) }
        guard let office = try? OfficeStore.name(office), !timeZone.isEmpty else {
            throw WebError.badRequest(localized("first.needsOffice"))
        }
        return FirstAdministrator(userName: user, displayName: name, office: (office, try zones.zone(named: timeZone)))
    }
}
