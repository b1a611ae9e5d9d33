import ArgumentParser
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
            case ("tap", 3):
                try await insert(words[1], words[2])
                let wasRead = try await reader.waitUntilRead(within: Self.patience)
                try await Task.sleep(for: Self.afterReading)
                try remove()
                return wasRead ? "ok" : "error The tag was not read. Is 'desktap-reader run' running, on the same pcscd?"
            case ("insert", 3): try await insert(words[1], words[2])
            case ("remove", 1): try remove()
            default: return "error This is not a command: \(line)"
            }
            return "ok"
        } catch {
            return "error \(error)"
        }
    }

    private mutating func insert(_ model: String, _ address: String) async throws {
        guard let model = TagModel(rawValue: model) else {
            let known = TagModel.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("There is no tag '\(model)'; there are \(known).")
        }
        if let lastRemoval { try await Task.sleep(until: lastRemoval + VirtualReader.timeToNotice, clock: .continuous) }
        try reader.insert(try model.tag(holding: address, number: Self.number(of: address)))
    }

    private mutating func remove() throws {
        lastRemoval = .now
        try reader.remove()
    }

    /// One address is one tag: its UID is always the same (FNV-1a).
    private static func number(of address: String) -> UInt32 {
        address.utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }
}
