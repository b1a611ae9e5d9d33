package import Attendance

/// One tag of a list: its desk or office, event and address.
package struct TagListEntry: Sendable, Equatable {
    /// The line number in the list.
    package var line: Int
    package var office: String
    /// Nil for tags of an office, which have the event pause or end.
    package var desk: DeskID?
    package var event: TapKind
    package var address: String

    /// A short name, such as `6F-A3 start` or `Tokyo end`.
    package var name: String {
        [desk?.description ?? (office.isEmpty ? nil : office), event.rawValue].compactMap(\.self).joined(separator: " ")
    }
}
