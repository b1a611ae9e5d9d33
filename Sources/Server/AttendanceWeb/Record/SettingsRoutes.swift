import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// A person's settings (`/me/settings`).
struct SettingsRoutes {
    let store: AttendanceStore
    let pages: Pages
    let zones: TimeZoneDatabase
    let channels: ReminderChannels

    /// The number of accesses that a person sees.
    private static let viewersShown: Int64 = 200

    func page(_ request: Request, _ context: WebContext) async throws -> Response {
        try pages.render(try await settings(context, after: nil))
    }

    /// The page with an export whose period was refused.
    func show(_ refused: RefusedExport, _ context: WebContext, status: HTTPResponse.Status) async throws -> Response {
        try pages.render(try await settings(context, after: refused), status: status)
    }

    private func settings(_ context: WebContext, after refused: RefusedExport?) async throws -> SettingsPage {
        let (person, now) = (try context.person(), context.now)
        let (clock, today) = try await store.officeSettings.clock(of: person, zones, now: now)
        var devices: [DevicesPage.Device] = []
        if let session = context.session {
            devices = try await store.sessions.devices(of: person.id, now: now).map { device in
                DevicesPage.Device(device, isThis: device.id == session.id, of: person.userName, now: now, clock)
            }
        }
        let reach = ReminderReach(
            isOfficeOn: try await store.reminders.officeReminders(of: person.office).isOn, sendsMail: channels.sendsMail,
            sendsPush: channels.pushKey != nil, try await store.reminders.preference(of: person.id),
            hasBrowsers: try await !store.reminders.devices(of: person.id).isEmpty)
        let isPrivate = try await store.mapPrivacy.isPrivate(person.id)
        let names = try await store.mapPrivacy.mapPrivacy(of: person.office).names
        let accesses = try await store.audit.accesses(to: person.id, limit: Self.viewersShown)
        return SettingsPage(
            navigation: try await Navigation(for: context, at: nil, store), devices: devices,
            reminders: reach.sentence, name: isPrivate.map { OwnName(isPrivate: $0, shownTo: names) },
            month: today.month, refused: refused,
            hasHours: try await store.balances.hours(of: person.id, until: today, asOf: now, zones: zones)?.hasSchedule
                ?? false,
            viewers: ViewerModel.lines(accesses.filter { $0.userName != person.userName }, clock))
    }
}
