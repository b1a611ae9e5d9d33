extension Presence {
    /// Where a tap says it was made, as seen from the desk of the open session.
    package enum DeskComparison: Sendable, CaseIterable {
        case same
        /// Another desk, or one that has been forgotten since: a forgotten desk is like no other, nor like itself.
        case other
        /// The tap names no desk, as the tags for pause and end may.
        case unnamed
    }
}

extension Presence.State {
    /// The state table: what a tap makes of a state, and what is worth noting. The stretch up to the next tap belongs to the
    /// state returned; all totals follow from that, and desks play no part in it.
    /// - Parameters:
    ///   - gap: whole seconds since the session's previous tap.
    ///   - repeatWindow: a second start or pause within so many seconds is a double tap; a later one hints at a tap that is
    ///     missing in between.
    package func after(
        _ kind: TapKind, at desk: Presence.DeskComparison, gap: Int64, repeatWindow: Int64
    ) -> (state: Presence.State, notes: [TapNote]) {
        switch (self, kind) {
        case (.off, .start): return (.work, [])
        case (.off, .pause): return (.off, [.pauseWithoutStart])
        case (.off, .end): return (.off, [.endWithoutStart])
        case (.work, .start) where desk == .same:
            return (.work, gap > repeatWindow ? [.repeatStart, .suspectMissingPause] : [.repeatStart])
        case (.pause, .start) where desk == .same: return (.work, [])
        case (.work, .start), (.pause, .start): return (.work, [.deskMove])
        case (.work, .pause): return (.pause, Self.mismatch(desk))
        case (.pause, .pause):
            let repeated: [TapNote] = gap > repeatWindow ? [.repeatPause, .suspectMissingStart] : [.repeatPause]
            return (.pause, Self.mismatch(desk) + repeated)
        case (.work, .end), (.pause, .end): return (.off, Self.mismatch(desk))
        }
    }

    private static func mismatch(_ desk: Presence.DeskComparison) -> [TapNote] { desk == .other ? [.deskMismatch] : [] }
}
