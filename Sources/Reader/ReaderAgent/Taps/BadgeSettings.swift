package import Attendance

/// The settings of a reader for badges.
package struct BadgeSettings: Sendable, Equatable {
    /// How long an event choice is valid.
    package static let choiceTimeout = Duration.seconds(30)

    package var desk: DeskID?
    package var office: String?
    /// The event of a badge without a choice; nil if each tap needs a choice.
    package var defaultEvent: TapKind?
    /// True if people can choose the event.
    package var allowsChoice: Bool

    package init(desk: DeskID?, office: String?, defaultEvent: TapKind?, allowsChoice: Bool = false) {
        self.desk = desk
        self.office = office
        self.defaultEvent = defaultEvent
        self.allowsChoice = allowsChoice
    }
}
