package import Attendance
package import AttendanceStore
import FoundationEssentials
import NIOCore
import ServiceLifecycle

/// Everybody's presence in memory, and its changes for any number of viewers.
///
/// A viewer has no buffer of its own: it asks for what came after its cursor, and all viewers of an office are given the same
/// bytes. Who falls behind further than ``historyLength`` changes is given a fresh snapshot instead.
package actor PresenceBroadcast: Service {
    /// Where a viewer has got to.
    struct Cursor: Equatable {
        fileprivate var epoch: Int
        fileprivate var position: Int
    }

    enum Delivery {
        /// Ready-made events, oldest first.
        case events([ByteBuffer], Cursor)
        case heartbeat
        /// The server is shutting down.
        case end
    }

    /// One office's events.
    private struct Channel {
        /// The position of the first event in `history`.
        var first = 0
        var history: [ByteBuffer] = []
        var snapshot: ByteBuffer?
        var end: Int { first + history.count }
    }

    static let historyLength = 256
    private let feed: PresenceFeed
    private let access: AccessCache
    private let heartbeat: Duration
    private let now: @Sendable () -> Instant
    private var people: [Int64: PersonPresence] = [:]
    private var channels: [Int64: Channel] = [:]
    private var seq: Int64 = 0
    /// Rises whenever everybody is told anew; cursors of an earlier epoch get a snapshot.
    private var epoch = 0
    private var isLoaded = false
    /// Whether the database was lost since everybody was told last: what is shown may be out of date.
    private var isStale = false
    private var isEnded = false
    private var beats = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameter heartbeat: the time between two signs of life on a stream where nothing happens.
    package init(
        feed: PresenceFeed, access: AccessCache, heartbeat: Duration = .seconds(15),
        now: @escaping @Sendable () -> Instant
    ) {
        self.feed = feed
        self.access = access
        self.heartbeat = heartbeat
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await self.feed.follow { await self.take($0) } }
                group.addTask {
                    while (try? await Task.sleep(for: self.heartbeat)) != nil { await self.beat() }
                }
                await group.waitForAll()
            }
        }
        isEnded = true
        wakeAll()
    }

    // MARK: What viewers ask

    /// What came after `cursor`; a snapshot for a new viewer (nil) or one that fell behind. Waits until there is something.
    func next(in office: Int64, after cursor: Cursor?) async -> Delivery {
        let beatsBefore = beats
        while !isEnded {
            if isLoaded {
                let channel = channels[office] ?? Channel()
                if let cursor, cursor.epoch == epoch, cursor.position >= channel.first {
                    if cursor.position < channel.end {
                        let events = Array(channel.history[(cursor.position - channel.first)...])
                        return .events(events, Cursor(epoch: epoch, position: channel.end))
                    }
                } else {
                    let events = [snapshotEvent(of: office)] + (isStale ? [Self.staleEvent] : [])
                    return .events(events, Cursor(epoch: epoch, position: channel.end))
                }
            }
            if beats != beatsBefore { return .heartbeat }
            await withCheckedContinuation { waiting.append($0) }
        }
        return .end
    }

    /// Everybody in a session in this office.
    /// - Throws: ``WebError/notReady`` before the first look at the database.
    func snapshot(of office: Int64) throws -> PresenceMessage {
        guard isLoaded else { throw WebError.notReady }
        return PresenceMessage(
            seq: seq,
            people: people.values.filter { $0.office == office && $0.state != .off }.sorted { $0.id < $1.id }
                .map { PresenceEntry($0) })
    }

    private func snapshotEvent(of office: Int64) -> ByteBuffer {
        if let snapshot = channels[office]?.snapshot { return snapshot }
        let message = (try? snapshot(of: office)) ?? PresenceMessage(seq: seq, people: [])
        let event = Self.event(message, named: "snapshot")
        channels[office, default: Channel()].snapshot = event
        return event
    }

    // MARK: What the feed tells

    func take(_ update: PresenceUpdate) async {
        switch update {
        case .everybody(let all, let seq):
            people = Dictionary(uniqueKeysWithValues: all.map { ($0.id, effective($0)) })
            self.seq = seq
            epoch += 1
            channels = [:]
            (isLoaded, isStale) = (true, false)
            wakeAll()
        case .changes(let changed, let seq):
            self.seq = max(self.seq, seq)
            publish(changed.map(effective))
        case .accessChanged: await access.empty()
        case .interrupted:
            await access.empty()
            if isLoaded, !isStale { tellStale() }
        }
    }

    private func tellStale() {
        isStale = true
        for office in channels.keys { append(Self.staleEvent, to: office) }
        wakeAll()
    }

    /// A session past its deadline counts as over, though no tap said so.
    private func effective(_ person: PersonPresence) -> PersonPresence {
        guard person.state != .off, let deadline = person.deadline, now().seconds > deadline.seconds else { return person }
        var person = person
        (person.state, person.desk, person.floor) = (.off, nil, nil)
        return person
    }

    private func publish(_ changed: [PersonPresence]) {
        var entries: [Int64: [PresenceEntry]] = [:]
        for person in changed {
            let before = people.updateValue(person, forKey: person.id)
            if person.state == .off { people[person.id] = nil }
            if person == before { continue }
            if let office = before?.office, office != person.office || person.state == .off {
                entries[office, default: []].append(PresenceEntry(gone: person))
            }
            if let office = person.office, person.state != .off {
                entries[office, default: []].append(PresenceEntry(person))
            }
        }
        for (office, people) in entries {
            let event = Self.event(PresenceMessage(seq: seq, people: people), named: nil)
            channels[office]?.snapshot = nil
            append(event, to: office)
        }
        if !entries.isEmpty { wakeAll() }
    }

    private func append(_ event: ByteBuffer, to office: Int64) {
        var channel = channels.removeValue(forKey: office) ?? Channel()
        channel.history.append(event)
        if channel.history.count > Self.historyLength {
            let surplus = channel.history.count - Self.historyLength / 2
            channel.history.removeFirst(surplus)
            channel.first += surplus
        }
        channels[office] = channel
    }

    private func beat() {
        beats += 1
        publish(people.values.filter { effective($0) != $0 }.map(effective))
        wakeAll()
    }

    private func wakeAll() {
        let woken = waiting
        waiting = []
        for viewer in woken { viewer.resume() }
    }

    /// What is shown may be out of date until the next snapshot.
    private static let staleEvent = ByteBuffer(string: "event: stale\ndata: {}\n\n")

    /// One event of a stream (WHATWG HTML, server-sent events). Without a name it is a `message`.
    private static func event(_ message: PresenceMessage, named name: String?) -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        var buffer = ByteBuffer()
        if let name { buffer.writeString("event: \(name)\n") }
        buffer.writeString("id: \(message.seq)\ndata: ")
        // JSON has no line feed outside its strings, and escapes those inside.
        if let data = try? encoder.encode(message) { buffer.writeBytes(data) }
        buffer.writeString("\n\n")
        return buffer
    }
}
