import Localization
import Synchronization

/// How many exports may be under way at once. Each keeps a connection to the database for as long as the download takes, and taps and
/// pages need some, too.
package final class ExportTurns: Sendable {
    /// Kept by an export for as long as it lasts.
    final class Turn: Sendable {
        private let turns: ExportTurns

        fileprivate init(_ turns: ExportTurns) { self.turns = turns }

        deinit { turns.taken.subtract(1, ordering: .relaxed) }
    }

    private let limit: Int
    private let taken = Atomic(0)

    package init(limit: Int) { self.limit = limit }

    /// - Throws: ``WebError`` where as many as may be are under way.
    func take() throws(WebError) -> Turn {
        let turn = Turn(self)
        guard taken.add(1, ordering: .relaxed).newValue <= limit else {
            throw WebError(
                .serviceUnavailable, localized("export.busy", ["limit": "\(limit)"]), reason: "busy",
                retryAfter: 10)
        }
        return turn
    }
}
