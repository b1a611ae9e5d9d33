import Attendance
import Foundation
import NFCTag
import PCSC

/// Converts tags and badges on the readers into queued taps.
actor TagProcessor {
    private let readers: any CardReaders
    private let queue: TapQueue
    private let mode: ReaderMode
    private let hosts: Set<String>
    private let clock: AgentClock
    private let report: @Sendable (AgentReport) -> Void
    private var tags = PresentTags()
    private var attached: Set<String> = []
    private var choice: EventChoice
    private var capabilities: [String: ReaderCapabilities] = [:]

    /// The number of attempts for a tag that is present but does not respond, and the pause in between: a tag enters the
    /// field slowly, and another program may be using it.
    private static let attempts = 8
    private static let betweenAttempts = Duration.milliseconds(100)

    init(
        readers: any CardReaders, queue: TapQueue, mode: ReaderMode, hosts: Set<String>, clock: AgentClock,
        report: @escaping @Sendable (AgentReport) -> Void
    ) {
        self.readers = readers
        self.queue = queue
        self.mode = mode
        choice = EventChoice(defaultEvent: mode.defaultEvent)
        self.hosts = hosts
        self.clock = clock
        self.report = report
    }

    /// Loads the tags that were on the readers when the program ended.
    func begin() async throws { tags = PresentTags(try await queue.presentTags()) }

    /// Sets the event of the next badge.
    func choose(_ event: TapKind) {
        choice.choose(event, at: clock.uptime())
        report(.chosen(event))
    }

    /// Handles a reader event.
    /// - Returns: the tag to read; nil if there is none.
    func handle(_ event: ReaderEvent) async -> DetectedTag? {
        switch event {
        case .inserted(let reader, _):
            let (now, offset) = clock.now()
            return DetectedTag(
                placement: tags.inserted(reader), detectedAt: clock.uptime(),
                at: now.rfc3339(offset: offset, precision: .milliseconds))
        case .removed(let reader):
            if tags.removed(reader, at: clock.uptime()) { await tagRemoved(reader) }
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
        case .serviceLost(let error): report(.serviceLost(error))
        case .serviceRestored: report(.serviceRestored)
        }
        return nil
    }

    /// Reads a tag and saves its tap, if it makes one.
    func read(_ detected: DetectedTag) async {
        let reader = detected.placement.reader
        do {
            let scanned = try await scan(detected)
            let uid = scanned.reading.uid.bytes
            if tags.hasMadeTap(uid, on: reader, detectedAt: detected.detectedAt) {
                if tags.markPresent(uid, detected.placement) { await tagRemoved(reader) }
                report(.stillPresent(reader: reader))
                return
            }
            if isChoiceAmbiguous { throw TagContentError.severalReaders }
            let content = try mode.content(of: scanned, hosts: hosts, event: choice.event(at: detected.detectedAt))
            let tap = QueuedTap(
                id: UUID(), person: content.person, kind: content.kind, at: detected.at, desk: content.desk,
                office: content.office, proof: content.proof, reader: reader)
            let waiting = try await save(tap, uid)
            if tags.markPresent(uid, detected.placement) { await tagRemoved(reader) }
            report(.taken(tap, waiting: waiting))
        } catch let error as TapQueueError {
            report(.notTaken(reader: reader, sentence: "The tap could not be saved: \(error) Tap again."))
        } catch is CancellationError {
            report(.notTaken(reader: reader, sentence: "The program ended before the tag was read. Tap again later."))
        } catch let error as TagError {
            let sentence = error == .tagGone ? "\(PCSCError.cardRemoved)" : "The tag cannot be read: \(error)."
            report(.notTaken(reader: reader, sentence: sentence))
        } catch {
            report(.notTaken(reader: reader, sentence: "\(error)"))
        }
    }

    /// True if a choice could be meant for a different reader than the badge is placed on.
    private var isChoiceAmbiguous: Bool { mode.allowsChoice && attached.count > 1 }

    /// Saves a tap. Its choice is removed first, so that no other badge uses it during the write, and restored if the write
    /// fails.
    /// - Returns: the number of waiting taps.
    private func save(_ tap: QueuedTap, _ uid: [UInt8]) async throws(TapQueueError) -> Int {
        let consumed = choice.consume()
        do {
            return try await queue.add(tap, uid: uid)
        } catch {
            choice.restore(consumed)
            throw error
        }
    }

    /// Reads a tag, with retries while it is present but does not respond.
    private func scan(_ detected: DetectedTag) async throws -> ScannedTag {
        let reader = detected.placement.reader
        var attempt = 1
        while true {
            do {
                let (scanned, learned) = try await readers.read(
                    on: reader,
                    capabilities: capabilities[reader] ?? ReaderModel.named(reader)?.capabilities ?? ReaderCapabilities())
                capabilities[reader] = learned
                return scanned
            } catch let error where attempt < Self.attempts && Self.isTransient(error) {
                attempt += 1
                try await clock.sleep(Self.betweenAttempts)
                guard tags.isPresent(detected.placement) else { throw PCSCError.cardRemoved }
            }
        }
    }

    private static func isTransient(_ error: any Error) -> Bool {
        switch error {
        // A reader that timed out is not retried.
        case let error as PCSCError: error.isTransient && error != .timedOut
        // A refusal may also mean a tag at the edge of the field. Status words do not distinguish these cases.
        case is TagError: true
        default: false
        }
    }

    private func tagRemoved(_ reader: String) async {
        do {
            try await queue.tagRemoved(from: reader)
        } catch {
            report(.notTaken(reader: reader, sentence: "\(error)"))
        }
    }
}
