extension Presence {
    /// The desk of a tap compared with the desk of the open session.
    package enum DeskComparison: Sendable, CaseIterable {
        case same
        /// Another desk, an erased one, or none for a start away from a desk. The last two never count as the same desk.
        case other
        /// The tap names no desk. Tags for pause and end may name none.
        case unnamed

        /// Compares the desk that a tap names with the session's current one.
        init(_ desk: DeskID?, of kind: TapKind, in office: OfficeID, with current: DeskID?, in currentOffice: OfficeID?) {
            guard let desk else {
                self = kind == .start ? .other : .unnamed
                return
            }
            self = desk == current && office == currentOffice ? .same : .other
        }
    }
}

extension Presence.State {
    /// The state table (Attendance.docc): the state after a tap, and the notes about the tap. The stretch up to
    /// the next tap belongs to the returned state; all totals follow from that. Desks only affect notes.
    /// - Parameters:
    ///   - isSoon: whether it comes within the office's repeat window after the session's previous tap; while the person is
    ///     off, after the end that closed their last session. A repeated tap is then a double tap; a later one hints at a missing tap.
    package func after(
        _ kind: TapKind, at desk: Presence.DeskComparison, isSoon: Bool
    ) -> (state: Presence.State, notes: [TapNote]) {
        switch (self, kind) {
        case (.off, .start): return (.work, [])
        case (.off, .pause) where isSoon: return (.off, [.pauseAfterEnd])
        case (.off, .end) where isSoon: return (.off, [.repeatEnd])
        case (.off, .pause): return (.off, [.pauseWithoutStart])
        case (.off, .end): return (.off, [.endWithoutStart])
        case (.work, .start) where desk == .same:
            return (.work, isSoon ? [.repeatStart] : [.repeatStart, .suspectMissingPause])
        case (.pause, .start) where desk == .same: return (.work, [])
        case (.work, .start), (.pause, .start): return (.work, [.deskMove])
        case (.work, .pause): return (.pause, Self.mismatch(desk))
        case (.pause, .pause):
            let repeated: [TapNote] = isSoon ? [.repeatPause] : [.repeatPause, .suspectMissingStart]
            return (.pause, Self.mismatch(desk) + repeated)
        case (.work, .end), (.pause, .end): return (.off, Self.mismatch(desk))
        }
    }

    private static func mismatch(_ desk: Presence.DeskComparison) -> [TapNote] { desk == .other ? [.deskMismatch] : [] }
}
