import Attendance
import Foundation
import NFCTag
import PCSC

/// One tag's stay on a reader, since when.
struct TagVisit: Sendable {
    let visit: LyingTags.Visit
    let laidAt: ContinuousClock.Instant
    let at: String
}

/// Makes taps of what is laid on the readers.
actor TagDesk {
    private let readers: any CardReaders
    private let queue: TapQueue
    private let duty: ReaderDuty
    private let hosts: Set<String>
    private let clock: AgentClock
    private let report: @Sendable (AgentReport) -> Void
    private var tags = LyingTags()
    private var attached: Set<String> = []
    private var choice: EventChoice
    private var capabilities: [String: ReaderCapabilities] = [:]

    /// How often a tag that is there and does not answer is asked again, and how long in between: a tag slides into the field
    /// slowly, and another program may be busy with it.
    private static let attempts = 8
    private static let betweenAttempts = Duration.milliseconds(100)

    init(
        readers: any CardReaders, queue: TapQueue, duty: ReaderDuty, hosts: Set<String>, clock: AgentClock,
        report: @escaping @Sendable (AgentReport) -> Void
    ) {
        self.readers = readers
        self.queue = queue
        self.duty = duty
        choice = EventChoice(usual: duty.usualEvent)
        self.hosts = hosts
        self.clock = clock
        self.report = report
    }

    /// Recalls the tags that lay there when the program ended.
    func begin() async throws { tags = LyingTags(try await queue.lyingTags()) }

    /// Somebody says what the next badge means.
    func choose(_ event: TapKind) {
        choice.choose(event, at: clock.uptime())
        report(.chosen(event))
    }

    /// - Returns: what is to be read now.
    func take(_ event: ReaderEvent) async -> TagVisit? {
        switch event {
        case .inserted(let reader, _):
            let (now, offset) = clock.now()
            return TagVisit(
                visit: tags.inserted(reader), laidAt: clock.uptime(),
                at: now.rfc3339(offset: offset, precision: .milliseconds))
        case .removed(let reader):
            if tags.removed(reader, at: clock.uptime()) { await forget(reader) }
        case .detached(let reader):
            tags.detached(reader)
            attached.remove(reader)
            report(.readerDetached(reader))
        case .attached(let reader):
            tags.attached(reader, at: clock.uptime())
            attached.insert(reader)
            report(.readerAttached(reader))
            if isChoiceAmbiguous { report(.notTaken(reader: reader, sentence: "\(TagContentError.severalReaders)")) }
        case .unresponsive(let reader):
            report(.notTaken(reader: reader, sentence: PCSCError.cardUnresponsive.description))
        case .noReader: report(.noReader)
        case .serviceAway(let error): report(.serviceAway(error))
        case .serviceBack: report(.serviceBack)
        }
        return nil
    }

    /// Reads a tag, and writes the tap down if it makes one.
    func read(_ visit: TagVisit) async {
        let reader = visit.visit.reader
        do {
            let laid = try await laidTag(visit)
            let uid = laid.reading.uid.bytes
            if tags.wasTaken(uid, on: reader, laidAt: visit.laidAt) {
                if tags.lies(uid, visit.visit) { await forget(reader) }
                report(.stillLying(reader: reader))
                return
            }
            if isChoiceAmbiguous { throw TagContentError.severalReaders }
            let content = try duty.content(of: laid, hosts: hosts, event: choice.event(at: visit.laidAt))
            let tap = QueuedTap(
                id: UUID(), person: content.person, kind: content.kind, at: visit.at, desk: content.desk,
                office: content.office, evidence: content.evidence, reader: reader)
            let waiting = try await keep(tap, uid)
            if tags.lies(uid, visit.visit) { await forget(reader) }
            report(.taken(tap, waiting: waiting))
        } catch let error as TapQueueError {
            report(.notTaken(reader: reader, sentence: "The tap could not be kept: \(error) Please tap again."))
        } catch is CancellationError {
            report(.notTaken(reader: reader, sentence: "The program ends before the tag was read. Please tap again later."))
        } catch let error as TagError {
            let sentence = error == .tagGone ? "\(PCSCError.cardRemoved)" : "The tag cannot be read: \(error)."
            report(.notTaken(reader: reader, sentence: sentence))
        } catch {
            report(.notTaken(reader: reader, sentence: "\(error)"))
        }
    }

    /// Whether a choice could be meant for another reader than the one that a badge is laid on.
    private var isChoiceAmbiguous: Bool { duty.takesChoices && attached.count > 1 }

    /// Writes a tap down. The choice is not to be had by another badge meanwhile, and stays where this comes to nothing.
    private func keep(_ tap: QueuedTap, _ uid: [UInt8]) async throws(TapQueueError) -> Int {
        let taken = choice.take()
        do {
            return try await queue.add(tap, uid: uid)
        } catch {
            choice.giveBack(taken)
            throw error
        }
    }

    /// Asks a tag again that does not answer, as long as it lies there.
    private func laidTag(_ visit: TagVisit) async throws -> LaidTag {
        let reader = visit.visit.reader
        var attempt = 1
        while true {
            do {
                let (laid, learned) = try await readers.read(
                    on: reader,
                    capabilities: capabilities[reader] ?? ReaderModel.named(reader)?.capabilities ?? ReaderCapabilities())
                capabilities[reader] = learned
                return laid
            } catch let error where attempt < Self.attempts && Self.isTransient(error) {
                attempt += 1
                try await clock.sleep(Self.betweenAttempts)
                guard tags.isThere(visit.visit) else { throw PCSCError.cardRemoved }
            }
        }
    }

    private static func isTransient(_ error: any Error) -> Bool {
        switch error {
        // A reader that takes so long was waited for long enough.
        case let error as PCSCError: error.isTransient && error != .timedOut
        // A refusal, too, may come of a tag at the edge of the field: status words do not tell.
        case is TagError: true
        default: false
        }
    }

    private func forget(_ reader: String) async {
        do {
            try await queue.lifted(from: reader)
        } catch {
            report(.notTaken(reader: reader, sentence: "\(error)"))
        }
    }
}
