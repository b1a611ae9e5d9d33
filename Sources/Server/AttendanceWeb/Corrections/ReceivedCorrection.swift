import Attendance
import AttendanceStore
import FoundationEssentials
import Hummingbird
import WebServer

/// A correction, recorded directly or requested, and the person whose record it changes.
struct ReceivedCorrection: AuthorizationSubject {
    let subject: Person
    let record: LogRecord
    /// The instant as the client wrote it.
    let atSent: String?

    /// Reads the correction in a program's request.
    /// - Returns: nil if the person or event does not exist.
    static func read(_ request: Request, _ context: WebContext, _ people: PeopleStore) async throws -> ReceivedCorrection? {
        let viewer = try context.person()
        let fields = try await BodyFields(of: request)
        var id = UUID()
        if let text = fields["id"] {
            guard let given = UUID(uuidString: text) else { throw RecordWords.error(.rejected(.badID)) }
            id = given
        }
        var report = try fields.report(id: id, author: viewer.userName)
        if report.user == .absent { report.user = .text(viewer.userName) }
        return try await matter(report, people)
    }

    /// - Returns: nil if the person or event does not exist.
    /// - Throws: ``WebError`` if the report is not a correction.
    static func matter(_ report: RecordReport, _ people: PeopleStore) async throws -> ReceivedCorrection? {
        let record: LogRecord
        do throws(RejectionReason) {
            record = try report.record()
        } catch {
            throw RecordWords.error(.rejected(error))
        }
        let subject: Person?
        switch record {
        case .tap: throw RecordWords.error(.rejected(.badType))
        case .add(let tap, _): subject = try await PersonLookup(people: people).person(userName: tap.user)
        case .correction(let correction):
            guard let target = correction.target else { return nil }
            subject = try await people.owner(ofEvent: target)
        }
        return subject.map { ReceivedCorrection(subject: $0, record: record, atSent: report.atSent) }
    }
}

extension RecordReport {
    /// The instant of an addition or an amendment, as the client wrote it.
    fileprivate var atSent: String? {
        for field in [at, set["at"]] { if case .text(let text)? = field { return text } }
        return nil
    }
}
