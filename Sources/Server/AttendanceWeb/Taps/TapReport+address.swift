import Attendance
import AttendanceStore
import FoundationEssentials
import Localization
import WebServer

extension TapReport {
    /// Reads the address of a tag, with what a form or a program adds to it.
    init(_ parameters: QueryParameters, user: String?, now: Instant) {
        self.init(
            id: parameters["id"] ?? UUID().uuidString.lowercased(), user: user, kind: parameters.ofTag("event"),
            // In an address, a plus sign is a space, and offsets are often written with an unescaped one.
            at: parameters["at"]?.replacing(" ", with: "+") ?? now.rfc3339(precision: .milliseconds),
            desk: parameters.ofTag("desk"), office: parameters.ofTag("office"))
        isAtStamped = parameters["at"] == nil
        tag = Tag(signed: parameters["u"], parameters["c"], parameters["m"])
    }

    /// The user name of a signed-in person's tap. An address may name it.
    /// - Throws: an error if it names another user.
    static func user(named name: String?, of person: Person) throws(WebError) -> String {
        guard let name, !UserName.isSame(name, person.userName) else { return person.userName }
        guard UserName.isValid(name) else {
            throw .badRequest(TapWords.message(for: .rejected(.badUser), kind: nil, desk: nil), reason: .badUser)
        }
        throw WebError(.forbidden, localized("tap.otherPerson"), reason: .otherPerson)
    }
}
