import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form for the reminders of an office, as typed. Times are `HH:MM` by the office's clock.
struct OfficeRemindersForm: Sendable {
    let isOn: Bool
    let missingEndAt, quietFrom, quietTo: String

    init(_ fields: BodyFields) {
        isOn = fields.isSet("on")
        missingEndAt = fields["missing_end_at"] ?? ""
        quietFrom = fields["quiet_from"] ?? ""
        quietTo = fields["quiet_to"] ?? ""
    }

    init(_ reminders: OfficeReminders) {
        isOn = reminders.isOn
        missingEndAt = WorkedTime.hoursAndMinutes(reminders.missingEndAt)
        quietFrom = WorkedTime.hoursAndMinutes(reminders.quietFrom)
        quietTo = WorkedTime.hoursAndMinutes(reminders.quietTo)
    }

    /// - Throws: ``WebError`` for a text that is no time.
    func reminders() throws(WebError) -> OfficeReminders {
        var reminders = OfficeReminders()
        reminders.isOn = isOn
        reminders.missingEndAt = try time(missingEndAt, localized("office.missingEndAt"))
        reminders.quietFrom = try time(quietFrom, localized("office.quietFrom"))
        reminders.quietTo = try time(quietTo, localized("office.quietTo"))
        return reminders
    }

    private func time(_ text: String, _ label: String) throws(WebError) -> Int64 {
        guard let seconds = OfficeSettings.dayBoundary(text) else {
            throw .badRequest(localized("office.badTime", ["label": label]), reason: .badSetting)
        }
        return seconds
    }
}
