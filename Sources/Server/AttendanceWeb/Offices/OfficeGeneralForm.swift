import Attendance
import AttendanceStore
import Localization
import WebServer

/// The form for an office's name, names on the map, the clock-out, reminders and place, as typed. Times are `HH:MM` by the office's clock,
/// coordinates are degrees; both coordinates are blank if they are unknown.
struct OfficeGeneralForm: Sendable {
    let name: String
    let shownTo: String
    let allowsPrivate, areOnWall: Bool
    /// Not asked while there is no schedule.
    let showsDayTarget: Bool
    let reminds: Bool
    let missingEndAt, quietFrom, quietTo: String
    let latitude, longitude: String
    /// The stored settings that the form was made of, in one text; empty: unknown.
    var shown: String

    init(_ fields: BodyFields) {
        name = fields["name"] ?? ""
        shownTo = fields["names"] ?? ""
        allowsPrivate = fields.isSet("private")
        areOnWall = fields.isSet("names_on_wall")
        showsDayTarget = fields.isSet("day_target")
        reminds = fields.isSet("reminders")
        missingEndAt = fields["missing_end_at"] ?? ""
        quietFrom = fields["quiet_from"] ?? ""
        quietTo = fields["quiet_to"] ?? ""
        latitude = fields["latitude"] ?? ""
        longitude = fields["longitude"] ?? ""
        shown = fields["shown"] ?? ""
    }

    init(
        _ office: Office, _ privacy: MapPrivacy, areOnWall: Bool, showsDayTarget: Bool, _ reminders: OfficeReminders
    ) {
        name = office.name
        shownTo = privacy.names.rawValue
        allowsPrivate = privacy.allowsPrivate
        self.areOnWall = areOnWall
        self.showsDayTarget = showsDayTarget
        reminds = reminders.isOn
        missingEndAt = WorkedTime.hoursAndMinutes(reminders.missingEndAt)
        quietFrom = WorkedTime.hoursAndMinutes(reminders.quietFrom)
        quietTo = WorkedTime.hoursAndMinutes(reminders.quietTo)
        latitude = office.coordinates.map { "\($0.latitude)" } ?? ""
        longitude = office.coordinates.map { "\($0.longitude)" } ?? ""
        shown = [
            name, shownTo, "\(allowsPrivate)", "\(areOnWall)", "\(showsDayTarget)", "\(reminds)", missingEndAt, quietFrom,
            quietTo, latitude, longitude,
        ].joined(separator: " ")
    }

    /// A change to all settings of the form. Reminders that are like the stored ones are left out.
    /// - Parameter hasSchedules: whether the form asks for ``showsDayTarget``.
    /// - Throws: ``WebError`` for an invalid field, ``StoreError/badName(longest:)``.
    func change(_ stored: OfficeReminders, hasSchedules: Bool) throws -> OfficeChange {
        guard let names = NamesShown(rawValue: shownTo) else {
            throw WebError.badRequest(localized("office.badNames"), reason: .badSetting)
        }
        let reminders = try reminders()
        return OfficeChange(
            name: try OfficeStore.name(name), names: names, allowsPrivate: allowsPrivate, namesOnWall: areOnWall,
            showsDayTarget: hasSchedules ? showsDayTarget : nil, place: .some(try place()),
            reminders: reminders == stored ? nil : reminders)
    }

    private func reminders() throws(WebError) -> OfficeReminders {
        var reminders = OfficeReminders()
        reminders.isOn = reminds
        reminders.missingEndAt = try time(missingEndAt, localized("office.missingEndAt"))
        reminders.quietFrom = try time(quietFrom, localized("office.quietFrom"))
        reminders.quietTo = try time(quietTo, localized("office.quietTo"))
        return reminders
    }

    private func time(_ text: String, _ label: String) throws(WebError) -> Int64 {
        guard let seconds = OfficeSettings.timeOfDay(text) else {
            throw .badRequest(localized("office.badTime", ["label": label]), reason: .badSetting)
        }
        return seconds
    }

    /// - Returns: nil if both fields are blank.
    private func place() throws(WebError) -> Coordinates? {
        if latitude.isEmpty && longitude.isEmpty { return nil }
        guard let north = Double(latitude), let east = Double(longitude),
            let place = Coordinates(latitude: north, longitude: east)
        else { throw .badRequest(localized("office.badPlace"), reason: .badSetting) }
        return place
    }
}
