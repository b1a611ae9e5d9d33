import Attendance

/// Access to a Type 5 tag's memory by ISO 15693 commands. Each command addresses the tag's UID, so other tags do not
/// respond.
struct Type5Frames<Transport: APDUTransport>: BlockAccess {
    private(set) var blockSize = 4
    var capabilities: ReaderCapabilities
    let uid: UID
    private var link: FrameLink<Transport>
    /// The number of blocks per read. A short response with its data objects holds 32 blocks of 4 bytes.
    private var maxBlocks = 32
    private var isBlockSizeKnown = false
    /// True if READ MULTIPLE BLOCKS returned more than one block.
    private(set) var readsMultiple = false
    /// True if the tag reads only with the option flag.
    private var readsWithOption = false
    /// True if the tag writes and locks only with the option flag. Such a chip may delay its response until one more EOF,
    /// which readers do not send: a missing response is not a refusal then. ISO/IEC 15693-3, 10.4.2.
    private var writesWithOption = false

    init(_ transport: Transport, uid: UID, blockSize: Int = 4, capabilities: ReaderCapabilities) {
        link = FrameLink(transport, .iso15693)
        self.blockSize = blockSize
        self.uid = uid
        self.capabilities = capabilities
    }

    /// Reads blocks. Chips differ in the number of blocks per read: after an error half as many are requested, and after a
    /// missing response one block, by the command that every tag supports.
    mutating func read(block: Int, count: Int) async throws -> [UInt8] {
        var blocks = max(1, min(maxBlocks, (count + blockSize - 1) / blockSize))
        while true {
            let command: ISO15693Command =
                blocks > 1 ? .readMultipleBlocks(first: block, count: blocks) : .readSingleBlock(block)
            do {
                let data = try await readBlocks(by: command, for: .readBinary(block: block))
                try learn(blockSize: data.count / blocks, at: block)
                if blocks > 1 { readsMultiple = true }
                return data
            } catch TagError.refusedByTag(_, .optionNotSupported) where blocks == 1 && !readsWithOption {
                readsWithOption = true
            } catch TagError.refusedByTag(_, let error) where blocks > 1 && error.asksForSimplerCommand {
                blocks /= 2
            } catch TagError.exchangeFailed(_, .noAnswer) where blocks > 1 {
                blocks = 1
            } catch TagError.refused(_, let status) where blocks > 1 && status == .wrongLength {
                blocks /= 2
            } catch TagError.exchangeFailed(_, .refused) where blocks > 1 {
                blocks /= 2
            }
            if block == 0 { maxBlocks = blocks }
        }
    }

    /// Sets the block size from the first response. A later response with another size is malformed.
    private mutating func learn(blockSize size: Int, at block: Int) throws(TagError) {
        guard Type5Memory.blockSizes.contains(size), size == blockSize || !isBlockSizeKnown else {
            throw .refusedByTag(.readBinary(block: block), .malformedAnswer)
        }
        blockSize = size
        isBlockSizeKnown = true
    }

    mutating func write(block: Int, _ bytes: [UInt8]) async throws {
        try await change(.writeSingleBlock(block, bytes), for: .updateBinary(block: block))
    }

    /// Locks a block permanently. A block that is already locked counts as success.
    mutating func lock(block: Int) async throws {
        do {
            try await change(.lockBlock(block), for: .lock(block: block))
        } catch TagError.refusedByTag(_, .blockAlreadyLocked) {
            return
        } catch TagError.exchangeFailed(let command, .noAnswer) where writesWithOption {
            guard try await isLocked(block) else { throw TagError.exchangeFailed(command, .noAnswer) }
        }
    }

    /// A read with the option flag returns a security status byte before the block.
    private mutating func isLocked(_ block: Int) async throws -> Bool {
        let command = ISO15693Command.readSingleBlock(block)
        let answer = try await link.exchange(
            command.frame(to: uid, flags: [.highDataRate, .option]), for: .readBinary(block: block))
        do {
            return try command.securedBlocks(of: answer).first?.isLocked ?? false
        } catch {
            throw TagError.refusedByTag(.readBinary(block: block), error)
        }
    }

    /// The system information in the short form, or in the extended form if the short form cannot express the block count.
    mutating func systemInformation() async throws -> ISO15693SystemInformation {
        let data = try await perform(.getSystemInformation, for: .systemInformation)
        do {
            let short = try ISO15693SystemInformation(data: data)
            guard short.blockCount == nil else { return short }
        } catch {
            throw TagError.refusedByTag(.systemInformation, error)
        }
        let extended = try await perform(.extendedGetSystemInformation, for: .systemInformation)
        do {
            return try ISO15693SystemInformation(data: extended, isExtended: true)
        } catch {
            throw TagError.refusedByTag(.systemInformation, error)
        }
    }

    mutating func close() async throws { try await link.close() }

    /// Writes or locks. Retries with the option flag after an error that may mean a missing option flag.
    private mutating func change(_ command: ISO15693Command, for purpose: TagCommand) async throws {
        do {
            _ = try await perform(command, for: purpose, flags: writesWithOption ? [.highDataRate, .option] : .highDataRate)
        } catch TagError.refusedByTag(_, let first)
            where !writesWithOption && [.optionNotSupported, .unknown].contains(first)
        {
            writesWithOption = true
            do {
                _ = try await perform(command, for: purpose, flags: [.highDataRate, .option])
            } catch TagError.refusedByTag(_, let second) {
                writesWithOption = false
                throw TagError.refusedByTag(purpose, second == .optionNotSupported ? first : second)
            }
        }
    }

    private mutating func readBlocks(by command: ISO15693Command, for purpose: TagCommand) async throws -> [UInt8] {
        guard readsWithOption else { return try await perform(command, for: purpose) }
        let answer = try await link.exchange(command.frame(to: uid, flags: [.highDataRate, .option]), for: purpose)
        do {
            return try command.securedBlocks(of: answer).flatMap(\.bytes)
        } catch {
            throw TagError.refusedByTag(purpose, error)
        }
    }

    private mutating func perform(
        _ command: ISO15693Command, for purpose: TagCommand, flags: ISO15693Command.Flags = .highDataRate
    ) async throws -> [UInt8] {
        let answer = try await link.exchange(command.frame(to: uid, flags: flags), for: purpose)
        do {
            return try command.data(of: answer)
        } catch {
            throw TagError.refusedByTag(purpose, error)
        }
    }
}
