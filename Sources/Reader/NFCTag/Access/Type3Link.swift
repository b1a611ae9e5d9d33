import Attendance

/// The NDEF blocks of one Type 3 tag, read by READ BINARY on a selected service or by frames. On a reader that supports
/// neither, the card is treated as a badge.
struct Type3Link<Transport: APDUTransport> {
    let transport: Transport
    let idm: UID
    private var link: FrameLink<Transport>
    private var isByFrames = false

    init(_ transport: Transport, idm: UID, capabilities: ReaderCapabilities) {
        self.transport = transport
        self.idm = idm
        link = FrameLink(transport, .feliCa, restartsField: capabilities.restartsField)
    }

    mutating func readContent() async throws -> (content: TagContent, access: TagAccess) {
        guard let first = try await readAttributes() else { return (.unformatted, .proprietary) }
        let attributes: Type3Attributes
        do {
            attributes = try Type3Attributes(first)
        } catch {
            return (.damaged(error), .proprietary)
        }
        guard !attributes.isBeingWritten, attributes.length > 0 else { return (.empty, attributes.access) }
        let count = (attributes.length + Type3Attributes.blockSize - 1) / Type3Attributes.blockSize
        var bytes: [UInt8] = []
        while bytes.count < count * Type3Attributes.blockSize {
            let next = 1 + bytes.count / Type3Attributes.blockSize
            // A short response with its data objects holds twelve blocks.
            let most = isByFrames ? min(attributes.largestRead, 12) : 1
            bytes += try await read(next..<min(next + most, count + 1))
        }
        do {
            return (.message(try NDEFMessage(bytes: Array(bytes.prefix(attributes.length)))), attributes.access)
        } catch {
            return (.damaged(.message(error)), attributes.access)
        }
    }

    mutating func close() async { try? await link.close() }

    /// The attribute block; nil if the reader supports neither method, or the card has no NDEF service.
    private mutating func readAttributes() async throws -> [UInt8]? {
        let service = FeliCaCommand.ndefService
        let select: [UInt8] = [0xFF, 0xA4, 0x00, 0x01, 0x02, UInt8(service & 0xFF), UInt8(service >> 8)]
        if try await transport.respond(to: select).status == .success {
            let response = try await transport.respond(to: [0xFF, 0xB0, 0x00, 0x00, UInt8(Type3Attributes.blockSize)])
            return response.status == .success ? response.data : nil
        }
        isByFrames = true
        do {
            return try await read(0..<1)
        } catch TagError.refused {
            return nil
        } catch TagError.exchangeFailed {
            return nil
        }
    }

    private mutating func read(_ blocks: Range<Int>) async throws -> [UInt8] {
        let purpose = TagCommand.readBinary(block: blocks.lowerBound)
        if isByFrames {
            let command = FeliCaCommand.readWithoutEncryption(idm, service: FeliCaCommand.ndefService, blocks: blocks)
            let answer = try await link.exchange(command.frame, for: purpose)
            guard let data = command.blocks(of: answer) else { throw TagError.refused(purpose, .failed) }
            return data
        }
        let block = [UInt8(blocks.lowerBound >> 8 & 0xFF), UInt8(blocks.lowerBound & 0xFF)]
        let response = try await transport.respond(to: [0xFF, 0xB0] + block + [UInt8(Type3Attributes.blockSize)])
        guard response.status == .success, response.data.count == Type3Attributes.blockSize else {
            throw TagError.refused(purpose, response.status)
        }
        return response.data
    }
}
