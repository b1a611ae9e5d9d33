package import Attendance
package import Logging

/// Decides which reported taps can be recorded, and for whom, and has them recorded.
package struct TapIntake: Sendable {
    /// The state of one report.
    private enum Step {
        /// Not to be recorded.
        case done(TapOutcome)
        /// The badge's owner is not known yet.
        case badge(BadgeTap)
        /// To be recorded. The tag is not verified yet.
        case ready(TapSubmission, tag: TagEvidence?)
    }

    private let store: AttendanceStore
    private let recorder: TapRecorder
    private let access: AccessCache
    private let logger: Logger
    private let tagNetworks = TagNetworks()

    package init(store: AttendanceStore, recorder: TapRecorder, access: AccessCache, logger: Logger) {
        self.store = store
        self.recorder = recorder
        self.access = access
        self.logger = logger
    }

    /// Records the taps of one request. One bad report fails alone.
    /// - Returns: the outcomes in the order of the reports. What is recorded is durable.
    /// - Throws: the errors of ``TapRecorder/record(_:)``, ``SecretError``. The taps can be sent again.
    package func take(_ reports: [TapReport], from source: TapSource) async throws -> [TapOutcome] {
        do {
            return try await recorded(reports, from: source)
        } catch {
            recorder.metrics.failures.add(1)
            throw error
        }
    }

    private func recorded(_ reports: [TapReport], from source: TapSource) async throws -> [TapOutcome] {
        var steps: [Step]
        switch source.sender {
        case .person(let person): steps = try await self.steps(of: reports, by: person, source)
        case .reader(let reader):
            if source.readerStatus != ReaderStatus() {
                access.saw(reader, now: source.receivedAt, status: source.readerStatus)
            }
            steps = reports.map { step(of: $0, at: reader, source) }
            try await identifyBadges(of: &steps, now: source.receivedAt)
        }
        let verified = try await verifiedTags(of: steps, now: source.receivedAt)
        var verifications = verified[...]
        var submissions: [TapSubmission] = []
        for case .ready(var submission, let tag) in steps {
            submission.isFromSecondNetwork = isFromSecondNetwork(submission, tag, source)
            if tag != nil { submission.verification = verifications.removeFirst() }
            submissions.append(submission)
        }
        var outcomes = try await recorder.record(submissions)[...]
        if !verified.isEmpty { try await access.tags.noteWritten(verified, now: source.receivedAt) }
        return steps.map { step in
            if case .done(let outcome) = step { outcome } else { .log(outcomes.removeFirst()) }
        }
    }

    /// A person sends taps of their own, made now. Badges, UIDs and certificates are ignored: only readers are trusted to read them. A
    /// phone could replay what it read earlier. It can use a signed address only once.
    private func steps(of reports: [TapReport], by person: Person, _ source: TapSource) async throws -> [Step] {
        let offices = try await access.officeNetworks.offices(of: source.address, now: source.receivedAt)
        let notNow = try await FreshTapRule(taps: store.taps, now: source.receivedAt).refused(reports, of: person)
        var steps: [Step] = []
        for (index, var report) in reports.enumerated() {
            let isOthers = report.user.map { !UserName.isSame($0, person.userName) } ?? (report.badge != nil)
            report.user = person.userName
            if isOthers {
                steps.append(.done(.otherPerson))
            } else if try await hasWrongWord(report, now: source.receivedAt) {
                steps.append(.done(.wrongWord))
            } else if notNow.contains(index) {
                steps.append(.done(.notNow))
            } else {
                do throws(RejectionReason) {
                    var submission = try submission(report, source)
                    submission.networkOf = offices
                    steps.append(.ready(submission, tag: signedTag(in: report)))
                } catch {
                    steps.append(.done(.log(.rejected(error))))
                }
            }
        }
        return steps
    }

    private func signedTag(in report: TapReport) -> TagEvidence? {
        guard case .tag(let tag) = report.reading, tag.signature != .absent else { return nil }
        return TagEvidence(uid: tag.uid, signature: tag.signature)
    }

    /// Whether a tap without a touch has neither a right word nor a right signature.
    private func hasWrongWord(_ report: TapReport, now: Instant) async throws -> Bool {
        // A malformed tap is rejected for its own reason.
        guard let text = report.word, let tap = try? report.tap() else { return false }
        if let tag = signedTag(in: report) { return try await !access.tags.isSigned(tag, for: tap, now: now) }
        guard let word = TagWord(text) else { return true }
        return try await !store.tagWords.tapWords(of: tap.kind, at: tap.desk, in: report.office).contain(word)
    }

    private func step(of report: TapReport, at reader: Reader, _ source: TapSource) -> Step {
        guard let report = reader.scope.admitted(report) else { return .done(.log(.rejected(.notInScope))) }
        do throws(RejectionReason) {
            guard report.badge != nil else {
                let submission = try submission(report, source)
                guard case .tag(let tag) = report.reading else { return .ready(submission, tag: nil) }
                return .ready(submission, tag: tag)
            }
            // The badge stands for the user name.
            guard report.user == nil else { throw .badUser }
            var report = report
            report.user = "badge"
            // The whole tap must be valid before it can enrol a badge.
            let submission = try submission(report, source)
            guard case .badge(let reading) = report.reading else { return .done(.badgeMalformed) }
            return reading.isRandom ? .done(.badgeRandom) : .badge(BadgeTap(reading: reading, submission: submission))
        } catch {
            return .done(.log(.rejected(error)))
        }
    }

    private func submission(_ report: TapReport, _ source: TapSource) throws(RejectionReason) -> TapSubmission {
        var submission = TapSubmission(
            try report.tap(), of: report, reader: source.reader?.id, client: source.client, receivedAt: source.receivedAt)
        // The key says where a reader is. Its network does not: its taps may come later, from another place.
        submission.onlyOffice = source.reader?.scope.onlyOffice
        return submission
    }

    /// Replaces badges by their owners. Taps of badges without an owner are stored outside of the log.
    private func identifyBadges(of steps: inout [Step], now: Instant) async throws {
        let taps = steps.compactMap { step in if case .badge(let tap) = step { tap } else { nil } }
        if taps.isEmpty { return }
        var owners = try await access.badges.owners(of: taps, now: now)[...]
        var unclaimed: [BadgeTap] = []
        for index in steps.indices {
            guard case .badge(let tap) = steps[index] else { continue }
            switch owners.removeFirst() {
            case .person(let user): steps[index] = .ready(tap.submission(of: user), tag: nil)
            case .laterOwner(let user):
                steps[index] = .ready(tap.submission(of: user, isBeforeEnrolment: true), tag: nil)
            case .enrolled(let name): steps[index] = .done(.badgeEnrolled(name))
            case .unknown: unclaimed.append(tap)
            }
        }
        try await access.badges.keep(unclaimed, now: now)
        for index in steps.indices {
            if case .badge = steps[index] { steps[index] = .done(.badgeUnknown) }
        }
    }

    /// What the tags prove, in the order of the taps that report one.
    private func verifiedTags(of steps: [Step], now: Instant) async throws -> [TagVerification] {
        var claims: [(claim: TagClaim, at: Instant)] = []
        for case .ready(let submission, let tag?) in steps {
            let tap = submission.tap
            claims.append((TagClaim(tag, kind: tap.kind, desk: tap.desk), tap.at))
        }
        // Most taps report no tag and do not wait for the registry.
        if claims.isEmpty { return [] }
        let verifications = try await access.tags.verifications(of: claims, now: now)
        for (claim, verification) in zip(claims, verifications) where claim.claim.evidence.signature != .absent {
            // Without the address, which may be valid at another desk.
            if let flag = verification.flag { logger.warning("a tag's signed address proves nothing: \(flag.rawValue)") }
        }
        return verifications
    }

    /// Whether the tap's tag was tapped from another network within the last minute. Taps of another time are ignored: a reader may
    /// have stored them.
    private func isFromSecondNetwork(_ submission: TapSubmission, _ tag: TagEvidence?, _ source: TapSource) -> Bool {
        let tap = submission.tap
        guard !submission.isWithoutTag, (source.receivedAt - tap.at).magnitude <= .seconds(60) else { return false }
        let tapped: TagNetworks.Tag
        if submission.reader != nil {
            guard let uid = tag?.uid else { return false }
            tapped = .read(uid)
        } else {
            guard let desk = tap.desk else { return false }
            tapped = .opened(tap.kind, desk, office: tap.office)
        }
        return tagNetworks.isSeenElsewhere(tapped, from: source.address, now: source.receivedAt)
    }
}
