import Attendance
import AttendanceStore
import Localization
import WebServer

/// What an administrator needs to know of a server, each with its name and a value.
struct ServerState: Sendable {
    struct Item: Sendable {
        let name, value: String
        /// What to do; nil: nothing.
        var advice: String?
        /// Whether it has to be done.
        var isWarning = false
        /// A command or a setting for it.
        var code: String?
        /// The page where it is changed.
        var address: String?

        /// - Parameter key: of the name.
        init(_ key: String, _ value: String) { (name, self.value) = (localized("server.\(key)"), value) }

        func with(advice key: String, code: String? = nil, isWarning: Bool = true) -> Item {
            var item = self
            (item.advice, item.code, item.isWarning) = (localized("server.advice.\(key)"), code, isWarning)
            return item
        }
    }

    let store: AttendanceStore
    let publicURL: String
    let reminders: ReminderChannels
    let check: ServerCheck?
    let proofs: ServerProofs?
    /// nil: the server does not speak TLS itself.
    let certificate: TLSCertificate?

    /// An earlier end of the certificate is a warning. Public authorities renew a month before it.
    private static let certificateLeft = Duration.seconds(7 * 86_400)

    /// In the order of the page.
    func items(_ clock: LocalClock, now: Instant) async throws -> [Item] {
        [address, mail, push, try await retention(), clocks] + expiry(clock, now) + proven(clock, now)
    }

    private var address: Item {
        let item = Item("address", publicURL)
        return Address.isLocal(publicURL)
            ? item.with(advice: "address", code: "\"public-url\": \"https://desk.example.com\"") : item
    }

    private var mail: Item {
        if reminders.sendsMail { return Item("mail", localized("server.on")) }
        let settings = #""mail-server": "smtps://smtp.example.com", "mail-from": "desktap@example.com""#
        return Item("mail", localized("server.mail.none")).with(advice: "mail", code: settings, isWarning: false)
    }

    private var push: Item { Item("push", localized(reminders.pushKey != nil ? "server.on" : "server.off")) }

    private func retention() async throws -> Item {
        let endless = try await store.retention.retentions().filter { $0.timeMonths == nil }.map(\.officeName)
        var item = Item(
            "retention",
            endless.isEmpty
                ? localized("server.retention.set")
                : localized("server.retention.endless", ["offices": endless.localizedList("record.separator")]))
        item.address = Address.adminRetention
        return item
    }

    private var clocks: Item {
        guard let difference = check?.difference, difference.isNoticeable else {
            return Item("clock", localized("server.clock.right"))
        }
        let seconds = "\(difference.ahead.magnitude.components.seconds)"
        return Item("clock", localized("server.clock.wrong", ["seconds": seconds])).with(advice: "clock")
    }

    private func expiry(_ clock: LocalClock, _ now: Instant) -> [Item] {
        guard let end = certificate?.end else { return [] }
        let item = Item("certificate", localized("server.until", ["day": clock.date(end.seconds).short]))
        return [end - now < Self.certificateLeft ? item.with(advice: "certificate") : item]
    }

    private func proven(_ clock: LocalClock, _ now: Instant) -> [Item] {
        guard let proofs else { return [] }
        func item(_ key: String, _ proven: Instant?, within age: Duration, code: String?) -> Item {
            let value = proven.map { localized("server.proven", ["time": clock.dayAndTime($0.seconds)]) }
            let item = Item(key, value ?? localized("server.unproven"))
            return proven.map { now - $0 <= age } ?? false ? item : item.with(advice: key, code: code)
        }
        let anchor = proofs.anchors.map { folder in
            item("anchor", try? folder.latest()?.anchor.madeAt, within: ServerProofs.anchorAge, code: nil)
        }
        let backup = item(
            "backup", proofs.backup.provenUntil, within: ServerProofs.backupAge, code: "desktap backup-check --report")
        return [anchor, backup].compactMap(\.self)
    }
}
