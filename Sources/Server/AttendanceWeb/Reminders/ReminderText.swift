import Attendance
import AttendanceStore
import Foundation
import Localization
import Messaging

/// A reminder in the current language. It contains the day and no hours: mail servers and locked phones show it to others.
struct ReminderText: Sendable, Equatable {
    let title: String
    let body: String
    /// The path of the page that the message opens.
    let address: String

    init(_ occasion: ReminderOccasion) {
        switch occasion {
        case .missingEnd(let day, let isOpen):
            title = localized("reminder.missingEnd.title", ["day": day.long])
            body = localized(isOpen ? "reminder.missingEnd.open" : "reminder.missingEnd.body")
            address = Self.form(for: day)
        case .asked(let day):
            title = localized("reminder.asked.title", ["day": day.long])
            body = localized("reminder.missingEnd.body")
            address = Self.form(for: day)
        case .decided(let isApproved, let day):
            title = localized(isApproved ? "reminder.approved.title" : "reminder.refused.title")
            body =
                day.map { localized("reminder.decided.day", ["day": $0.long]) } ?? localized("reminder.decided.body")
            address = Address.me + (day.map { "?month=\($0.yearAndMonth)&day=\($0)#day-\($0)" } ?? "")
        case .waiting:
            title = localized("reminder.waiting.title")
            body = localized("reminder.waiting.body")
            address = Address.requests
        }
    }

    /// The form for a forgotten end is on the page of the current month only.
    private static func form(for day: CivilDate) -> String { Address.me + "?forgotten=\(day)#forgotten" }

    /// - Parameter publicURL: the address that browsers use, without a slash at the end.
    func mail(to address: MailAddress, id: String, publicURL: String) -> MailMessage {
        let text = localized(
            "reminder.mail",
            ["body": body, "link": publicURL + self.address, "settings": publicURL + Address.myReminders])
        return MailMessage(to: address, subject: "DeskTap: " + title, text: text, id: id)
    }

    /// The JSON text that the service worker `web/static/Reminders/worker.js` reads.
    /// - Parameter tag: a notification replaces an earlier one with the same tag.
    func payload(tag: String, publicURL: String) throws -> [UInt8] {
        struct Content: Encodable { let title, body, url, tag: String }
        return Array(try JSONEncoder().encode(Content(title: title, body: body, url: publicURL + address, tag: tag)))
    }
}
