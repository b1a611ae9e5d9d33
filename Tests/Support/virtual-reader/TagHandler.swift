import VirtualReader

/// Executes the commands that place tags on the virtual reader and remove them.
struct TagHandler {
    let reader: VirtualReader
    /// The time of the last removal. pcscd must detect the empty reader before the next tag.
    private var lastRemoval: ContinuousClock.Instant?
    /// How long a tag waits to be read. The limit allows for a busy computer.
    private static let readTimeout = Duration.seconds(5)
    /// How long a tag stays on the reader after it was read.
    private static let afterReading = Duration.milliseconds(150)

    init(reader: VirtualReader) { self.reader = reader }

    /// Executes one command line.
    /// - Returns: `ok`, or `error` and a sentence.
    mutating func execute(_ line: String) async -> String {
        let words = line.split(separator: " ", maxSplits: 2).map(String.init)
        do {
            switch (words.first, words.count) {
            case ("tap", 2...):
                try await insert(words[1], words.dropFirst(2).first)
                let wasRead = try await reader.waitUntilRead(within: Self.readTimeout)
                try await Task.sleep(for: Self.afterReading)
                try remove()
                return wasRead ? "ok" : "error The tag was not read. Check that 'desktap-reader run' runs on the same pcscd."
            case ("insert", 2...): try await insert(words[1], words.dropFirst(2).first)
            case ("remove", 1): try remove()
            default: return "error Unknown command: \(line)"
            }
            return "ok"
        } catch {
            return "error \(error)"
        }
    }

    private mutating func insert(_ name: String, _ address: String?) async throws {
        let tag = try TagName.tag(name, holding: address)
        if let lastRemoval { try await Task.sleep(until: lastRemoval + VirtualReader.detectionTime, clock: .continuous) }
        try reader.insert(tag)
    }

    private mutating func remove() throws {
        lastRemoval = .now
        try reader.remove()
    }
}
