/// A connection to one tag that sends a command and returns the response. A reader's card connection implements it.
///
/// A transport belongs to one activation of one tag. After the tag leaves the field, every later command fails, even if
/// another tag is present.
package protocol APDUTransport {
    /// Sends a command APDU.
    /// - Returns: data and status word, unchanged. A response of fewer than two bytes means that the tag is gone: some
    ///   drivers report that as success.
    func transmit(_ command: [UInt8]) async throws -> [UInt8]
}

/// A card's response, split into data and status word.
struct Response: Equatable {
    let data: [UInt8]
    let status: StatusWord
}

extension APDUTransport {
    /// Sends a command and splits the response.
    /// - Throws: `TagError.tagGone` if the response has fewer than two bytes; any error of `transmit`.
    func respond(to command: [UInt8]) async throws -> Response {
        let answer = try await transmit(command)
        guard answer.count >= 2 else { throw TagError.tagGone }
        let status = UInt16(answer[answer.count - 2]) << 8 | UInt16(answer[answer.count - 1])
        return Response(data: Array(answer.dropLast(2)), status: StatusWord(status))
    }
}
