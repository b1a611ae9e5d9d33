package import Attendance

extension Fact.Content {
    /// The first or only day; nil: a period, an account or a void.
    package var firstDay: CivilDate? {
        switch self {
        case .employment(let employment): employment.from
        case .schedule(let schedule): schedule.from
        case .terms(let terms): terms.from
        case .holiday(let holiday): holiday.date
        case .kind(let kind): kind.from
        case .grant(let grant): grant.from
        case .absence(let absence): absence.from
        case .adjustment(let adjustment): adjustment.date
        case .account, .confirm, .approve, .close, .void: nil
        }
    }
}
