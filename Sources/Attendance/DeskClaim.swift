/// The latest start at a desk, and what the next start there does: the takeover rule. Rule: "The map" in Attendance.docc.
///
/// `TapBatch` (AttendanceStore) applies it when a tap arrives. Three other places have the same rule: `PresenceDerivation`
/// (AttendanceStore) after late taps and corrections, ``DerivedDeskMap`` for `desktap derive`, and the queries that ask who holds a
/// desk: `desks_by_id`, `people_at_desks`, `displaced_from_desk`, and those with `holds_desk`.
package struct DeskClaim: Sendable {
    package var person: PersonID
    package var start: TapOrder
    /// Whether the session of ``start`` is open and claims no other desk.
    package var isHeld: Bool
    /// The last instant at which that session can be ended; nil: no limit.
    package var heldUntil: Instant?

    package init(person: PersonID, start: TapOrder, isHeld: Bool, heldUntil: Instant?) {
        self.person = person
        self.start = start
        self.isHeld = isHeld
        self.heldUntil = heldUntil
    }

    /// The effect of a start on the claim.
    package enum Effect: Sendable, Equatable {
        /// A later start at the desk is recorded: its person keeps the desk, possibly since another instant.
        case late
        /// The person of the start has the desk.
        case claimed
        /// The same, and another person held it until now.
        case takenOver
    }

    package func effect(of start: TapOrder, by person: PersonID) -> Effect {
        if start < self.start { return .late }
        let isOpen = isHeld && heldUntil.map { start.at.seconds <= $0.seconds } ?? true
        return isOpen && person != self.person ? .takenOver : .claimed
    }
}
