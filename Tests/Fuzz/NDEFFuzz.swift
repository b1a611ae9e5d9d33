import NFCTag

/// Any bytes as an NDEF message: an error or a message, and a message survives being written and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNDEF(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let message = try? NDEFMessage(bytes: bytes) else { return 0 }
    guard let again = try? NDEFMessage(bytes: message.bytes), again == message, message.bytes.count <= bytes.count else {
        preconditionFailure("a message changed on its way")
    }
    for record in message.records {
        _ = record.uri
        _ = record.androidApplication
        if let text = try? TextRecord(record), let again = try? TextRecord(text.record) {
            precondition(again == text, "a text changed on its way")
        }
        if let poster = try? SmartPoster(record), let again = try? SmartPoster(poster.record) {
            precondition(again == poster, "a smart poster changed on its way")
        }
    }
    return 0
}
