import Attendance
import Foundation
import NFCTag
import PCSC

/// Writes the tags of a list, one after the other, until all are done or no further tag is presented.
package struct TagSeriesRun: Sendable {
    package enum Work: Sendable {
        case write
        case provision(TagProvisioner)

        /// The outcomes that complete a line when writing.
        package static let writing: Set<TagResult.Outcome> = [.written, .unchanged, .provisioned, .signing, .registered]
        package static func provisioning(certificates: Bool) -> Set<TagResult.Outcome> {
            certificates ? [.provisioned, .signing] : [.provisioned, .signing, .registered]
        }
    }

    /// An event for the person at the reader.
    package enum Report: Sendable, Equatable {
        case nextTag(TagListEntry, number: Int, of: Int)
        case done(TagResult, number: Int, of: Int)
        case step(TagProvisioner.Step)
        /// This tag was not used. The next one is awaited.
        case notThisTag(sentence: String)
    }

    private let tags: TagSession
    private let work: Work
    private let isOverwriting: Bool
    private let mayOverwrite: @Sendable (_ question: String) async -> Bool
    private let report: @Sendable (Report) -> Void

    /// - Parameters:
    ///   - isOverwriting: true to use a tag with the address of another line without asking.
    ///   - mayOverwrite: asks whether such a tag may be used.
    package init(
        tags: TagSession, work: Work, overwriting isOverwriting: Bool,
        mayOverwrite: @escaping @Sendable (_ question: String) async -> Bool, report: @escaping @Sendable (Report) -> Void
    ) {
        self.tags = tags
        self.work = work
        self.isOverwriting = isOverwriting
        self.mayOverwrite = mayOverwrite
        self.report = report
    }

    /// Runs until all lines are done.
    /// - Throws: `TagSession.Failure`, `PCSCError`, `TagRegistryError`, `ProvisionError` or `TagResultFileError`. All
    ///   results reported before are in `file`.
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

    /// Waits until a tag was written for the entry.
    private func tag(
        for entry: TagListEntry, _ series: TagSeries, from tags: inout TagStream
    ) async throws -> (UID, TagResult.Outcome) {
        while true {
            do {
                if let made = try await make(entry, series, on: try await tags.next(), from: &tags) { return made }
            } catch let error as TagError {
                report(.notThisTag(sentence: error.sentence))
            } catch let error as PCSCError where error.isTransient {
                report(.notThisTag(sentence: "\(error)"))
            } catch let error as ProvisionError {
                // The tag is written, so no other one is needed.
                if case .confirmationFailed = error { throw error }
                if error == .notAccepted { throw error }
                report(.notThisTag(sentence: "\(error)"))
            } catch let error as TagRegistryError {
                guard case .inUse = error else { throw error }
                report(.notThisTag(sentence: "\(error)"))
            }
        }
    }

    /// - Returns: nil if the tag was not used.
    private func make(
        _ entry: TagListEntry, _ series: TagSeries, on reader: String, from tags: inout TagStream
    ) async throws -> (UID, TagResult.Outcome)? {
        let message = NDEFMessage(try URIRecord(entry.address).record)
        let wanted =
            switch work {
            case .write: message
            case .provision(let provisioner): try provisioner.draft(of: entry.address)
            }
        let preflight = try await tags.withTag(on: reader) { try await $0.preflight(wanted) }
        let (uid, uri) = (preflight.reading.uid, preflight.reading.uri)
        guard !uid.isRandom else { throw ProvisionError.randomUID }
        if let objection = series.objection(to: uid, holding: uri, becoming: entry) {
            guard await isOverruled(objection, entry) else {
                report(.notThisTag(sentence: "\(objection)"))
                return nil
            }
        }
        switch work {
        case .provision(let provisioner):
            let (_, outcome) = try await provisioner.provision(preflight, on: reader, with: entry.address, from: &tags) {
                report(.step($0))
            }
            return (uid, outcome)
        case .write:
            guard preflight.missing == 0 else { throw TagError.tooSmall(missing: preflight.missing) }
            let writes = try await tags.withTag(on: reader) {
                try await $0.write(message, expecting: uid, formatting: true).writes
            }
            return (uid, writes == 0 ? .unchanged : .written)
        }
    }

    private func isOverruled(_ objection: TagSeries.Objection, _ entry: TagListEntry) async -> Bool {
        guard case .saysOther = objection else { return false }
        if isOverwriting { return true }
        return await mayOverwrite("\(objection) Overwrite it with \(entry.name)?")
    }
}

extension TagSeriesRun.Report: CustomStringConvertible {
    package var description: String {
        switch self {
        case .nextTag(let entry, let number, let count):
            "\(number) of \(count): \(entry.name). Place the next tag on the reader."
        case .done(let result, let number, let count):
            "\(number) of \(count): \(result.entry.name) \(result.outcome.rawValue) (\(result.uid)). Remove the tag."
        case .step(let step): "\(step)"
        case .notThisTag(let sentence): "\(sentence) Waiting for another tag."
        }
    }
}

extension TagProvisioner.Step: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noRoomForSecret(let uid):
            "The tag \(uid) has no room for a secret in its address, so phones ask for confirmation there."
        case .presentAgain(let uid): "Place the tag \(uid) on the reader again."
        case .otherTag(let found, let wanted):
            "This is the tag \(found), but \(wanted) is expected. Place that tag on the reader. Nothing was written to this one."
        }
    }
}
