import Attendance
import AttendanceStore
import HTTPTypes
import Hummingbird
import Localization
import WebServer

/// The list of readers and their keys.
struct ReaderListPage: Page {
    static let template = "pages/Readers/readers"

    struct Row: Sendable {
        let name, number, scope, seen, rotateAddress, revokeAddress: String
        /// The fingerprint of the client certificate that the reader is bound to.
        let certificate: String?
        /// When the previous key expires; nil if it is not valid.
        let previousKey: String?
        /// When the reader was revoked.
        let revoked: String?
        /// The error of the reader's clock; nil if unknown.
        let clock: String?
        /// The number of taps in the reader's queue; nil: none, or unknown.
        let waiting: String?
    }

    /// A new key, shown only once.
    struct NewKey: Sendable { let name, key: String }

    let navigation: Navigation
    let address = Address.adminReaders
    let problem: String?
    /// A new ``FormToken``.
    let form: String
    let made: NewKey?
    let rows: [Row]
    let typed: ReaderForm
    /// The scopes that a new reader can have.
    let scopes: [Choice]
    /// Such as `24 h`.
    let overlap = "\(ReaderStore.keyOverlap.hours) h"

    init(
        navigation: Navigation, _ readers: [ListedReader], offices: [Office], now: Instant, clock: LocalClock,
        made: NewKey? = nil, problem: String? = nil, typed: ReaderForm = ReaderForm()
    ) {
        func when(_ instant: Instant) -> String { clock.dayAndTime(instant.seconds) }
        self.navigation = navigation
        self.made = made
        self.problem = problem
        form = FormToken(now: now).text
        self.typed = typed
        scopes = typed.choices(offices)
        rows = readers.sorted { ($0.revokedAt == nil ? 0 : 1, $0.reader.name) < ($1.revokedAt == nil ? 0 : 1, $1.reader.name) }
            .map { entry in
                Row(
                    name: entry.reader.name, number: "\(entry.reader.id)", scope: entry.reader.scope.localizedText,
                    seen: entry.lastSeenAt.map(when) ?? localized("reader.never"),
                    rotateAddress: Address.path(Address.adminRotateReader, "\(entry.reader.id)"),
                    revokeAddress: Address.path(Address.adminRevokeReader, "\(entry.reader.id)"),
                    certificate: entry.reader.certificate?.description,
                    previousKey: entry.previousKeyUntil.flatMap { now < $0 ? when($0) : nil },
                    revoked: entry.revokedAt.map(when), clock: entry.status.clockAhead.map(Self.clock),
                    waiting: entry.status.waitingTaps.flatMap { $0 > 0 ? "\($0)" : nil })
            }
    }

    private static func clock(_ ahead: Duration) -> String {
        guard ahead.magnitude > ListedReader.clockTolerance else { return localized("reader.clock.right") }
        return localized(
            ahead < .zero ? "reader.clock.behind" : "reader.clock.ahead", ["seconds": "\(ahead.magnitude.components.seconds)"])
    }
}
