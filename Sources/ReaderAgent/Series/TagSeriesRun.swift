import Attendance
import Foundation
import NFCTag
import PCSC

/// Makes the tags of a list, one after the other, until all are done or nobody lays down another.
package struct TagSeriesRun: Sendable {
    package enum Work: Sendable {
        case write
        case provision(TagProvisioner)

        /// The outcomes after which a tag needs no second time.
        package static let writing: Set<TagResult.Outcome> = [.written, .unchanged, .provisioned, .registered]
        package static func provisioning(certificates: Bool) -> Set<TagResult.Outcome> {
            certificates ? [.provisioned] : [.provisioned, .registered]
        }
    }

    /// What the person at the reader should hear.
    package enum Report: Sendable, Equatable {
        case nextTag(TagListEntry, number: Int, of: Int)
        case done(TagResult, number: Int, of: Int)
        case step(TagProvisioner.Step)
        /// This tag was not made into anything; another is waited for.
        case notThisTag(sentence: String)
    }

    private let tags: NextTag
    private let work: Work
    private let isOverwriting: Bool
    private let mayOverwrite: @Sendable (_ question: String) async -> Bool
    private let report: @Sendable (Report) -> Void

    /// - Parameters:
    ///   - isOverwriting: whether a tag that says another place of the list is taken without a question.
    ///   - mayOverwrite: asks whether such a tag is taken.
    package init(
        tags: NextTag, work: Work, overwriting isOverwriting: Bool,
        mayOverwrite: @escaping @Sendable (_ question: String) async -> Bool, report: @escaping @Sendable (Report) -> Void
    ) {
        self.tags = tags
        self.work = work
        self.isOverwriting = isOverwriting
        self.mayOverwrite = mayOverwrite
        self.report = report
    }

    /// Goes on until all is done.
    /// - Throws: what ends it before: `NextTag.Failure`, `PCSCError`, `CertificateServerError`, `TagResultFileError`. All that
    ///   was reported as done is in `file`.
    package func run(_ series: inout TagSeries, keepingResultsIn file: TagResultFile) async throws {
        var state = series
        defer { series = state }
        try await tags.withTags { tags in
            while let entry = state.next {
                let number = state.number(of: entry)
                report(.nextTag(entry, number: number, of: state.entries.count))
                let (uid, outcome) = try await tag(for: entry, state, from: &tags)
                let (now, offset) = AgentClock.systemTime()
                let result = TagResult(entry: entry, uid: uid, outcome: outcome, time: now.rfc3339(offset: offset))
                try file.append(result)
                state.finished(entry, on: uid)
                report(.done(result, number: number, of: state.entries.count))
            }
        }
    }

    /// Waits until a tag has become what the entry says.
    private func tag(
        for entry: TagListEntry, _ series: TagSeries, from tags: inout ComingTags
    ) async throws -> (TagUID, TagResult.Outcome) {
        while true {
            do {
                if let made = try await make(entry, series, on: try await tags.next(), from: &tags) { return made }
            } catch let error as TagError {
                report(.notThisTag(sentence: error.sentence))
            } catch let error as PCSCError where error.isTransient {
                report(.notThisTag(sentence: "\(error)"))
            } catch let error as ProvisionError {
                if case .notTold = error { throw error }
                report(.notThisTag(sentence: "\(error)"))
            } catch let error as CertificateServerError {
                guard case .inUse = error else { throw error }
                report(.notThisTag(sentence: "\(error)"))
            }
        }
    }

    /// - Returns: nil where the tag stays what it is.
    private func make(
        _ entry: TagListEntry, _ series: TagSeries, on reader: String, from tags: inout ComingTags
    ) async throws -> (TagUID, TagResult.Outcome)? {
        let message = NDEFMessage(try URIRecord(entry.address).record)
        let wanted =
            switch work {
            case .write: message
            case .provision(let provisioner): try provisioner.draft(of: entry.address)
            }
        let prospect = try await tags.lend(reader) { try await $0.look(for: wanted) }
        let (uid, uri) = (prospect.reading.uid, prospect.reading.uri)
        guard !uid.isRandom else { throw ProvisionError.randomUID }
        if let objection = series.objection(to: uid, holding: uri, becoming: entry) {
            guard await isOverruled(objection, entry) else {
                report(.notThisTag(sentence: "\(objection)"))
                return nil
            }
        }
        switch work {
        case .provision(let provisioner):
            let (_, outcome) = try await provisioner.provision(prospect, on: reader, with: entry.address, from: &tags) {
                report(.step($0))
            }
            return (uid, outcome)
        case .write:
            guard prospect.missing == 0 else { throw TagError.tooSmall(missing: prospect.missing) }
            let writes = try await tags.lend(reader) {
                try await $0.write(message, expecting: uid, formatting: true).writes
            }
            return (uid, writes == 0 ? .unchanged : .written)
        }
    }

    private func isOverruled(_ objection: TagSeries.Objection, _ entry: TagListEntry) async -> Bool {
        guard case .saysOther = objection else { return false }
        if isOverwriting { return true }
        return await mayOverwrite("\(objection) Make it \(entry.name)?")
    }
}

extension TagSeriesRun.Report: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nextTag(let entry, let number, let count): "\(number) of \(count): \(entry.name). Next tag please."
        case .done(let result, let number, let count):
            "\(number) of \(count): \(result.entry.name) \(result.outcome.rawValue) (\(result.uid)). Take it away."
        case .step(let step): "\(step)"
        case .notThisTag(let sentence): "\(sentence) Waiting for another tag."
        }
    }
}

extension TagProvisioner.Step: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noWord(let uid): "The tag \(uid) has no room for a secret word in its address: phones ask for a touch there."
        case .layAgain(let uid): "Lay the tag \(uid) on the reader again."
        case .otherTag(let found, let wanted):
            "This is the tag \(found), and the certificate is for \(wanted): lay that one on the reader. Nothing was written."
        }
    }
}
