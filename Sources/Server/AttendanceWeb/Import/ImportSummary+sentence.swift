import Attendance
package import AttendanceStore
import Localization

extension ImportSummary {
    /// What was added and changed, in the current language; what would be, if it is not done.
    package func sentence(isDone: Bool) -> String {
        let total = added.reduce(0) { $0 + $1.count }
        let things = added.map { localized("import.things.\($0.thing.rawValue)", count: $0.count) }
        let values = ["added": things.localizedList("record.separator", last: "import.and")]
        var sentences: [String] = []
        switch (total, isDone) {
        case (0, _) where !updated.isEmpty: break
        case (0, false): sentences.append(localized("import.nothingWouldBe"))
        case (0, true): sentences.append(localized("import.nothingWasAdded"))
        case (_, false): sentences.append(localized("import.wouldBeAdded", values))
        case (_, true): sentences.append(localized("import.wereAdded", values))
        }
        if !updated.isEmpty {
            let people = ["people": localized("team.people", count: updated.count)]
            sentences.append(localized(isDone ? "import.wereChanged" : "import.wouldBeChanged", people))
        }
        if known > 0 { sentences.append(localized("import.known", count: known)) }
        return sentences.localizedList("done.sentences")
    }
}

extension UpdatedPerson {
    /// Such as `Ada Lindqvist (ada): Team: Design → Sales`, in the current language.
    package var sentence: String {
        let texts = changes.map { change in
            func text(_ value: String?) -> String {
                guard let value else { return localized("account.log.none") }
                if change.property == .role { return localized("account.log.role.\(value)") }
                let isDay = [.firstDay, .lastDay].contains(change.property)
                return isDay ? CivilDate(text: value)?.short ?? value : value
            }
            return localized(
                "account.log.change",
                [
                    "what": localized("account.\(change.property.rawValue)"), "old": text(change.old),
                    "new": text(change.new),
                ])
        }
        return "\(displayName) (\(userName)): " + texts.localizedList("record.separator")
    }
}
