import Localization

/// A ``StatusMessage`` with the hours that a correction changed, or that a requested one would change. A cookie carries its
/// ``text``: the name of the message, dates and numbers, so that a forged cookie shows no other words.
struct StatusNotice: Sendable, Equatable {
    let message: StatusMessage
    /// At most ``mostDays``.
    let hours: [HoursChange]

    /// A correction rarely changes more than two days. The cookie stays small.
    private static let mostDays = 3

    /// The notice that the page of the current request shows, bound by ``StatusMessages``.
    @TaskLocal static var current: StatusNotice?

    init(_ message: StatusMessage, hours: [HoursChange]) {
        self.message = message
        self.hours = Array(hours.prefix(Self.mostDays))
    }

    /// Reads ``text``; nil for any other text.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 1 + Self.mostDays, let message = parts.first.flatMap({ StatusMessage(rawValue: String($0)) })
        else { return nil }
        let hours = parts.dropFirst().compactMap { HoursChange($0) }
        guard hours.count == parts.count - 1 else { return nil }
        self.init(message, hours: hours)
    }

    /// Such as `correctionSaved.2026-11-20_450_480_0`.
    var text: String { ([message.rawValue] + hours.map(\.text)).joined(separator: ".") }

    /// - Parameter name: the name of the signed-in person; nil on a page without a menu.
    func sentences(for name: String?) -> String {
        var changes = hours.map(\.sentence)
        if message == .requestSent, !changes.isEmpty {
            changes = [localized("done.ifApproved", ["changes": changes.localizedList("done.sentences")])]
        }
        return ([message.text(for: name)] + changes).localizedList("done.sentences")
    }
}
