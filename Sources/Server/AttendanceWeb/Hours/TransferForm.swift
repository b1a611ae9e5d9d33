import Attendance
import AttendanceStore
import FoundationEssentials
import Hours
import Localization
import WebServer

/// The form that transfers a person to another office or team from a day on, as typed.
struct TransferForm: Sendable {
    /// An office, with or without one of its teams.
    struct Place: Sendable {
        let office: OfficeID
        let team: TeamID?

        /// What the form sends, such as `2` or `2/7`.
        var text: String { "\(office)" + (team.map { "/\($0)" } ?? "") }

        func employment(of person: PersonID, from: CivilDate) -> Employment {
            Employment(user: "\(person)", from: from, office: "\(office)", team: team.map { "\($0)" })
        }
    }

    var id = UUID()
    var from: String
    /// The text of a ``Place``.
    var place: String?
    var reason: String?

    init(from day: CivilDate) { from = day.description }

    /// - Throws: ``WebError`` if the hidden id is malformed or the reason is too long.
    init(_ fields: BodyFields) throws(WebError) {
        id = try fields.formID()
        (from, place) = (fields.trimmed("from"), fields["place"])
        reason = try fields.sentence("reason")
    }

    /// - Parameters:
    ///   - places: those to which the author may transfer people.
    ///   - known: the person's employments, the earliest first; empty if this form was recorded before.
    ///   - days: the days from which an employment may hold.
    func employment(
        of person: PersonID, _ places: [Place], after known: [Employment], in days: ClosedRange<CivilDate>
    ) throws(HoursProblem) -> Employment {
        let from = try HoursForms.day(from, .from, in: days)
        guard let chosen = places.first(where: { $0.text == place }) else { throw .badChoice(.place) }
        let employment = chosen.employment(of: person, from: from)
        if let current = known.last(where: { $0.from <= from }), current.office == employment.office,
            current.team == employment.team
        {
            throw HoursProblem(.place, localized("terms.nothingChanged"))
        }
        if reason == nil { throw .reasonMissing }
        return employment
    }
}
