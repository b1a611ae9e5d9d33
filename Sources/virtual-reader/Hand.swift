import VirtualReader

/// The hand that lays tags on the reader and takes them away.
struct Hand {
    let reader: VirtualReader
    /// When the last tag left. pcscd must see the empty reader before it sees the next tag.
    private var lastRemoval: ContinuousClock.Instant?
    /// How long a tag waits to be read; a busy machine may take its time.
    private static let patience = Duration.seconds(5)
    /// How much longer a tag lies there once it was read.
    private static let afterReading = Duration.milliseconds(150)

    init(reader: VirtualReader) { self.reader = reader }

    /// Does what a line says, and says how it went.
    mutating func obey(_ line: String) async -> String {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        do {
            switch (words.first, words.count) {
            case ("tap", 2...):
                try await insert(words[1], words.dropFirst(2).first)
                let wasRead = try await reader.waitUntilRead(within: Self.patience)
                try await Task.sleep(for: Self.afterReading)
                try remove()
                return wasRead ? "ok" : "error The tag was not read. Is 'desktap-reader run' running, on the same pcscd?"
            case ("insert", 2...): try await insert(words[1], words.dropFirst(2).first)
            case ("remove", 1): try remove()
            default: return "error This is not a command: \(line)"
            }
            return "ok"
        } catch {
            return "error \(error)"
        }
    }

    private mutating func insert(_ name: String, _ address: String?) async throws {
        let tag = try TagName.tag(name, holding: address)
        if let lastRemoval { try await Task.sleep(until: lastRemoval + VirtualReader.timeToNotice, clock: .continuous) }
        try reader.insert(tag)
    }

    private mutating func remove() throws {
        lastRemoval = .now
        try reader.remove()
    }
}
