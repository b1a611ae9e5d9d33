import Attendance
import Foundation
import Testing

/// The system's time zone database.
func systemZones() throws -> TimeZoneDatabase {
    try TimeZoneDatabase { path in
        [UInt8](try Data(contentsOf: URL(filePath: TimeZoneDatabase.folder).appending(path: path)))
    }
}

func calendar(_ zone: String, _ boundary: String = "00:00", policy: AttendancePolicy = AttendancePolicy()) throws
    -> OfficeCalendar
{
    OfficeCalendar(
        OfficeSettings(
            zone: try systemZones().rules(of: zone), dayBoundary: try #require(OfficeSettings.timeOfDay(boundary)),
            policy: policy))
}
