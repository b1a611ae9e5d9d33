package import Attendance
package import AttendanceStore
import NIOCore
import ServiceLifecycle
import WebServer

/// The presence of all people in memory, and its changes for any number of viewers.
///
/// Viewers have no buffers of their own: each asks for the events after its cursor, and all viewers of an office who may see
/// the same names get the same bytes. The history holds at most ``historyLength`` events; a viewer behind it gets a snapshot.
package actor PresenceBroadcast: Service {
    /// A viewer's position in the events.
    struct Cursor: Equatable {
        fileprivate var epoch: Int
        fileprivate var position: Int
        /// The part of the heartbeat interval in which this viewer gets its heartbeat.
        fileprivate var part: Int
    }

    enum Delivery {
        /// Encoded events, oldest first.
        case events([ByteBuffer], Cursor)
        case heartbeat
        /// The server is shutting down.
        case end
    }

    /// Viewers who get the same bytes.
    private struct Audience: Hashable {
        let office: OfficeID
        let names: NameVisibility
    }

    /// The events of one audience.
    private struct Channel {
        /// The position of the first event in `history`.
        var first = 0
        var history: [ByteBuffer] = []
        var snapshot: ByteBuffer?
        var end: Int { first + history.count }
    }

    static let historyLength = 256
    /// Heartbeats go to one part of the viewers at a time, so that a change never waits behind the heartbeats of all viewers.
    private static let parts = 16
    private let feed: PresenceFeed
    private let heartbeat: Duration
    private let now: @Sendable () -> Instant
    private let onRewind: @Sendable () async -> Void
    private let created = ContinuousClock.now
    private var people: [PersonID: PersonPresence] = [:]
    private var channels: [Audience: Channel] = [:]
    /// The version of each office's floor drawings.
    private var drawings: [OfficeID: String] = [:]
    private var seq: Int64 = 0
    /// Increases with each full snapshot from the feed. Cursors of an earlier epoch get a snapshot.
    private var epoch = 0
    /// Derives the aliases of people without a name; new in each epoch.
    private var aliasSalt = UInt64.random(in: .min ... .max)
    private var isLoaded = false
    /// The time from which the feed may be behind the log; nil if it is up to date.
    private(set) var staleSince: Instant?
    private var isStale: Bool { staleSince != nil }
    private var isEnded = false
    private var beats = 0
    private var waiting: [[CheckedContinuation<Void, Never>]] = Array(repeating: [], count: parts)

    /// - Parameters:
    ///   - heartbeat: the time between two heartbeats on an idle stream.
    ///   - onRewind: called when the database returned to an earlier state.
    package init(
        feed: PresenceFeed, heartbeat: Duration = StreamLimits.heartbeat, now: @escaping @Sendable () -> Instant,
        onRewind: @escaping @Sendable () async -> Void = {}
    ) {
        self.onRewind = onRewind
        self.feed = feed
        self.heartbeat = heartbeat
        self.now = now
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await self.feed.follow { await self.take($0) } }
                group.addTask {
                    while (try? await Task.sleep(for: self.heartbeat / Self.parts)) != nil { await self.beat() }
                }
                await group.waitForAll()
            }
        }
        isEnded = true
        wakeAll()
    }

    // MARK: Viewers

    /// The events after `cursor`, or a snapshot for a new viewer (nil) and for a viewer too far behind. Waits for an event or
    /// the viewer's heartbeat.
    /// - Parameter viewer: gets the own ids before each snapshot; nil: has none.
    func next(
        in office: OfficeID, names: NameVisibility = .all, for viewer: PersonID? = nil, after cursor: Cursor?
    ) async -> Delivery {
        let part = cursor?.part ?? .random(in: 0..<Self.parts)
        let beatsBefore = beats(of: part)
        let audience = Audience(office: office, names: names)
        while !isEnded {
            if isLoaded {
                let channel = channels[audience] ?? Channel()
                // From now on this audience receives changes.
                if channels[audience] == nil { channels[audience] = channel }
                if let cursor, cursor.epoch == epoch, cursor.position >= channel.first {
                    if cursor.position < channel.end {
                        let events = Array(channel.history[(cursor.position - channel.first)...])
                        return .events(events, Cursor(epoch: epoch, position: channel.end, part: part))
                    }
                } else {
                    let own = viewer.map { [ByteBuffer(serverEvent: ViewerMessage(ids: ids(of: $0)), named: "viewer")] } ?? []
                    let events =
                        own + [snapshotEvent(for: audience), floorsEvent(of: office)] + (isStale ? [Self.staleEvent] : [])
                    return .events(events, Cursor(epoch: epoch, position: channel.end, part: part))
                }
            }
            if beats(of: part) != beatsBefore { return .heartbeat }
            await withCheckedContinuation { waiting[part].append($0) }
        }
        return .end
    }

    /// All people in a session in this office, by id.
    /// - Throws: ``WebError/notReady`` before the first snapshot from the database.
    func snapshot(of office: OfficeID, names: NameVisibility = .all) throws -> PresenceMessage {
        guard isLoaded else { throw WebError.notReady }
        return PresenceMessage(
            seq: seq,
            people: people.values.filter { $0.office == office && $0.state != .off }
                .map { PresenceEntry($0, to: names, alias: alias(of: $0.id)) }.sorted { $0.id < $1.id },
            staleSince: staleSince?.rfc3339())
    }

    /// Whether the presence in memory matches the log.
    var isUpToDate: Bool { isLoaded && !isStale }

    /// How long the presence has been behind the log, as far as this server knows; zero: it is up to date.
    var lag: Duration { isLoaded ? max(staleSince.map { now() - $0 } ?? .zero, feed.backlogAge) : created.duration(to: .now) }

    /// The version of an office's floor drawings. It changes with every change of a drawing.
    func drawing(of office: OfficeID) -> String { drawings[office] ?? "" }

    private func floorsEvent(of office: OfficeID) -> ByteBuffer {
        ByteBuffer(serverEvent: FloorsMessage(drawing: drawing(of: office)), named: "floors")
    }

    private func snapshotEvent(for audience: Audience) -> ByteBuffer {
        if let snapshot = channels[audience]?.snapshot { return snapshot }
        let message =
            (try? snapshot(of: audience.office, names: audience.names)) ?? PresenceMessage(seq: seq, people: [])
        let event = ByteBuffer(serverEvent: message, named: "snapshot", id: seq)
        channels[audience, default: Channel()].snapshot = event
        return event
    }

    /// The ids of a person's entries until the next full snapshot from the feed: with the name and without it.
    func ids(of person: PersonID) -> [PersonID] { [person, alias(of: person)] }

    /// Negative, and small enough for a JavaScript number.
    private func alias(of person: PersonID) -> PersonID {
        var hasher = Hasher()
        hasher.combine(aliasSalt)
        hasher.combine(person)
        return PersonID(-1 - Int64(UInt64(bitPattern: Int64(hasher.finalize())) >> 12))
    }

    // MARK: Feed

    func take(_ update: PresenceUpdate) async {
        switch update {
        case .everybody(let all, let seq):
            people = Dictionary(uniqueKeysWithValues: all.map { ($0.id, effective($0)) })
            self.seq = seq
            epoch += 1
            aliasSalt = .random(in: .min ... .max)
            channels = [:]
            (isLoaded, staleSince) = (true, nil)
            wakeAll()
        case .changes(let changed, let seq):
            self.seq = max(self.seq, seq)
            publish(changed.map(effective))
        case .drawings(let drawings):
            let before = self.drawings
            self.drawings = drawings
            for audience in channels.keys where drawings[audience.office] != before[audience.office] {
                append(floorsEvent(of: audience.office), to: audience)
            }
            wakeAll()
        case .interrupted: if isLoaded, !isStale { tellStale() }
        case .rewound: await onRewind()
        }
    }

    private func tellStale() {
        staleSince = now()
        for audience in channels.keys {
            channels[audience]?.snapshot = nil
            append(Self.staleEvent, to: audience)
        }
        wakeAll()
    }

    private func effective(_ person: PersonPresence) -> PersonPresence { person.effective(at: now()) }

    private func publish(_ changed: [PersonPresence]) {
        var told: [OfficeID: [(before: PersonPresence?, now: PersonPresence)]] = [:]
        for person in changed {
            let before = people.updateValue(person, forKey: person.id)
            if person.state == .off { people[person.id] = nil }
            if person == before { continue }
            if let office = before?.office { told[office, default: []].append((before, person)) }
            if let office = person.office, office != before?.office { told[office, default: []].append((nil, person)) }
        }
        for audience in channels.keys {
            guard let people = told[audience.office] else { continue }
            let entries = people.flatMap { self.entries(of: $0.now, before: $0.before, for: audience) }
            if entries.isEmpty { continue }
            channels[audience]?.snapshot = nil
            append(ByteBuffer(serverEvent: PresenceMessage(seq: seq, people: entries), id: seq), to: audience)
        }
        if !told.isEmpty { wakeAll() }
    }

    /// The entries that tell an audience of a change.
    /// - Parameter before: the person's earlier presence in this office; nil if there was none.
    private func entries(
        of person: PersonPresence, before: PersonPresence?, for audience: Audience
    ) -> [PresenceEntry] {
        let (names, alias) = (audience.names, alias(of: person.id))
        var entries: [PresenceEntry] = []
        let isHere = person.office == audience.office && person.state != .off
        // When a name appears or disappears, the person leaves and a new one arrives, so that viewers cannot link the alias
        // to the name.
        if let before, !isHere || names.shows(before) != names.shows(person) {
            entries.append(PresenceEntry(gone: before, to: names, alias: alias))
        }
        if isHere { entries.append(PresenceEntry(person, to: names, alias: alias)) }
        return entries
    }

    private func append(_ event: ByteBuffer, to audience: Audience) {
        var channel = channels.removeValue(forKey: audience) ?? Channel()
        channel.history.append(event)
        if channel.history.count > Self.historyLength {
            let surplus = channel.history.count - Self.historyLength / 2
            channel.history.removeFirst(surplus)
            channel.first += surplus
        }
        channels[audience] = channel
    }

    private func beat() {
        beats += 1
        let part = beats % Self.parts
        if part == 0 { publish(people.values.filter { effective($0) != $0 }.map(effective)) }
        wake(part)
    }

    /// The number of heartbeats sent to one part of the viewers.
    private func beats(of part: Int) -> Int { (beats + Self.parts - part) / Self.parts }

    private func wakeAll() { for part in waiting.indices { wake(part) } }

    private func wake(_ part: Int) {
        let woken = waiting[part]
        waiting[part] = []
        for viewer in woken { viewer.resume() }
    }

    /// The presence may be out of date until the next snapshot.
    private static let staleEvent = ByteBuffer(string: "event: stale\ndata: {}\n\n")
}
