import Attendance
import Localization

/// How the viewer can change the record: request a correction, or correct it.
enum RecordChange: Sendable, Equatable {
    case ask(String)
    case correct(String)

    /// - Parameter user: the user name of the record's owner.
    init(of user: String, isOwn: Bool, canCorrect: Bool) {
        self =
            isOwn
            ? .ask(Address.myAsk) : canCorrect ? .correct(Address.correctPerson(user)) : .ask(Address.askForPerson(user))
    }

    var verb: String {
        switch self {
        case .ask: localized("record.ask")
        case .correct: localized("record.correct")
        }
    }

    /// Who reviews a request; nil for a correction, which takes effect immediately.
    var reviewWords: String? {
        guard case .ask(let address) = self else { return nil }
        return localized(address == Address.myAsk ? "correction.explained.ownAsk" : "correction.explained.ask")
    }

    var isCorrection: Bool { if case .correct = self { true } else { false } }

    func link(tap: String, deletes: Bool = false) -> String {
        "\(address)?tap=\(tap)" + (deletes ? "&type=\(CorrectionForm.Purpose.void)" : "")
    }
    func link(day: CivilDate) -> String { "\(address)?day=\(day)" }

    var address: String {
        switch self {
        case .ask(let address), .correct(let address): address
        }
    }
}
