import Attendance
import Postgres

extension OfficeCalendars {
    /// Every office's calendar, by the clock that the office has set.
    static func all(
        on connection: PostgresConnection, _ zones: TimeZoneDatabase, policy: AttendancePolicy
    ) async throws -> (calendars: OfficeCalendars, settings: [OfficeSettings]) {
        var calendars: [Int64: OfficeCalendar] = [:]
        var settings: [OfficeSettings] = []
        var rules: [String: TimeZoneRules] = [:]
        for row in try await connection.query("office_clocks") {
            let name = try row.get(1, as: String.self)
            do throws(TimeZoneError) {
                if rules[name] == nil { rules[name] = try zones.rules(of: name) }
            } catch {
                throw StoreError.badTimeZone(error)
            }
            guard let zone = rules[name] else { continue }
            let office = OfficeSettings(zone: zone, dayBoundary: try row.get(2), policy: policy)
            settings.append(office)
            calendars[try row.get(0)] = OfficeCalendar(office)
        }
        return (OfficeCalendars(calendars), settings)
    }
}
