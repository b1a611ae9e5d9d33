import Attendance
import AttendanceStore
import Localization

/// A ``StatusMessage`` with the hours that a correction changed, or that a requested one would change. A cookie carries its
/// ``text``: the name of the message, dates and numbers, so that a forged cookie shows no other words.
struct StatusNotice: Sendable, Equatable {
    let message: StatusMessage
    /// At most ``mostDays``.
    let hours: [HoursChange]
    /// The person whose hours or tap these are, or the requester of a rejected request; nil: the viewer.
    let owner: PersonID?
    /// Of a message that names a day (``StatusMessage/namesDay``).
    let day: CivilDate?
    /// Of a message that counts people (``StatusMessage/countsPeople``).
    let people: PeopleStore.ChangedPeople?
    /// The owner's name (``named(for:_:)``).
    private var ownerName: String?

    /// The messages that name the owner without hours.
    private static let ownersWithoutHours: Set<StatusMessage> = [.requestRejected, .tapReleased, .tapDiscarded]
    /// Precedes the owner in ``text``.
    private static let ownerMark = "for"
    /// A correction rarely changes more than two days. The cookie stays small.
    private static let mostDays = 3
    /// More than a form changes.
    fileprivate static let mostPeople = 1000

    /// The notice that the page of the current request shows, bound by ``StatusMessages``.
    @TaskLocal static var current: StatusNotice?

    init(
        _ message: StatusMessage, hours: [HoursChange], of owner: PersonID? = nil, on day: CivilDate? = nil,
        people: PeopleStore.ChangedPeople? = nil
    ) {
        self.message = message
        self.day = day
        self.people = people
        self.hours = Array(hours.prefix(Self.mostDays))
        self.owner = hours.isEmpty && !Self.ownersWithoutHours.contains(message) ? nil : owner
    }

    /// Reads ``text``; nil for any other text.
    init?(_ text: String) {
        var parts = text.split(separator: ".", omittingEmptySubsequences: false)[...]
        guard let message = parts.popFirst().flatMap({ StatusMessage(rawValue: String($0)) }) else { return nil }
        var owner: PersonID?
        if let part = parts.first, part.hasPrefix(Self.ownerMark) {
            guard parts.count > 1 || Self.ownersWithoutHours.contains(message),
                let id = PersonID(part.dropFirst(Self.ownerMark.count))
            else { return nil }
            owner = id
            parts.removeFirst()
        }
        let day = message.namesDay ? parts.popFirst().flatMap { CivilDate(text: $0) } : nil
        let people = message.countsPeople ? parts.popFirst().flatMap { PeopleStore.ChangedPeople($0) } : nil
        guard message.namesDay == (day != nil), message.countsPeople == (people != nil), parts.count <= Self.mostDays else {
            return nil
        }
        let hours = parts.compactMap { HoursChange($0) }
        guard hours.count == parts.count else { return nil }
        self.init(message, hours: hours, of: owner, on: day, people: people)
    }

    /// Such as `correctionSaved.2026-11-20_27000_28800_0`, or `correctionSaved.for12.2026-11-20_27000_28800_0` with an owner, or
    /// `lastDaySet.2026-11-30` with a day, or `peopleChanged.3_2` with numbers of people.
    var text: String {
        let mark = owner.map { [Self.ownerMark + $0.description] } ?? []
        let date = day.map { [$0.description] } ?? []
        let counts = people.map { [$0.text] } ?? []
        return ([message.rawValue] + mark + date + counts + hours.map(\.text)).joined(separator: ".")
    }

    /// With the owner's name, if the viewer may see the owner's record: the owner's number in a cookie can be forged.
    func named(for viewer: Person, _ authorization: Authorization) async throws -> StatusNotice {
        guard let owner, let person = try await authorization.store.people.person(owner),
            try await authorization.has(.seeRecord, viewer, over: person)
        else { return self }
        var notice = self
        notice.ownerName = person.displayName
        return notice
    }

    /// - Parameter name: the name of the signed-in person; nil on a page without a menu.
    /// - Returns: nil after a sign-in on a page without a menu: the page of a tag itself says who taps.
    func sentences(for name: String?) -> String? {
        if message == .signedIn, name == nil { return nil }
        var sentences = [message.text(for: name, on: day, count: people?.changed ?? 0)]
        if let people, people.leftTeam > 0 { sentences.append(localized("done.leftTeam", count: people.leftTeam)) }
        if message == .signedIn { sentences.append(localized("me.howToClockIn")) }
        sentences += hours.map { $0.sentence(of: ownerName, isRequested: message == .requestSent) }
        if let ownerName {
            switch message {
            case .requestRejected: sentences.append(localized("done.requesterSees", ["requester": ownerName]))
            case .tapReleased, .tapDiscarded: sentences.append(localized("done.tapOwner", ["owner": ownerName]))
            default: break
            }
        }
        return sentences.localizedList("done.sentences")
    }
}

extension PeopleStore.ChangedPeople {
    /// Reads ``text``; nil for any other text.
    fileprivate init?(_ text: Substring) {
        let numbers = text.split(separator: "_", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy({ (0...StatusNotice.mostPeople).contains($0) }) else { return nil }
        self.init(changed: numbers[0], leftTeam: numbers[1])
    }

    /// Such as `3_2`, for a cookie.
    fileprivate var text: String { "\(changed)_\(leftTeam)" }
}
