import Attendance

/// The check of one address without a server: the JSON input and output of `desktap-reader inspect sun`.
package struct SDMInspection: Sendable, Equatable {
    package let reading: SDMReading?
    package let fileData: [UInt8]?
    /// Why the address proves nothing, in English; nil: it is valid.
    package let reason: String?

    package var isValid: Bool { reason == nil }

    /// The address's fields and the keys, as hexadecimal digits.
    package struct Input: Decodable, Sendable {
        package struct Keys: Decodable, Sendable {
            /// Decrypts `picc`.
            var meta: String?
            var file: String?
        }

        var picc: String?
        var uid: String?
        /// Six digits, most significant byte first.
        var ctr: String?
        var enc: String?
        var cmac: String?
        /// As text.
        var mac_input: String?
        var keys: Keys?
    }

    package init(_ input: Input) {
        var reading: SDMReading?
        do {
            let message = try input.message()
            let metaKey = input.picc == nil ? AESKey.factory : try input.key(\.meta, "keys.meta")
            let claimed = try message.claimedReading(metaKey: metaKey)
            reading = claimed
            let fileKey = try input.key(\.file, "keys.file")
            try message.verify(claimed, fileKey: fileKey)
            fileData = try message.fileData(claimed, fileKey: fileKey)
            (self.reading, reason) = (claimed, nil)
        } catch {
            (self.reading, fileData, reason) = (reading, nil, "\(error)")
        }
    }

    /// An input that is no JSON object of this form.
    package init(malformed reason: String) { (reading, fileData, self.reason) = (nil, nil, reason) }

    /// What is missing or malformed in the input.
    fileprivate struct Fault: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }
}

extension SDMInspection.Input {
    private typealias Fault = SDMInspection.Fault

    fileprivate func message() throws -> SDMMessage {
        SDMMessage(
            try source(), encryptedFileData: try enc.map { try bytes($0, "enc") }, mac: try bytes(cmac, "cmac"),
            macInput: Array((mac_input ?? "").utf8))
    }

    private func source() throws -> SDMMessage.Source {
        guard (picc == nil) != (uid == nil && ctr == nil) else { throw Fault("expected either picc, or uid and ctr") }
        if let picc { return .encrypted(try bytes(picc, "picc")) }
        let (uid, counter) = (try bytes(uid, "uid"), try bytes(ctr, "ctr"))
        guard counter.count == 3 else { throw Fault("ctr has \(counter.count) bytes instead of 3") }
        guard let reading = SDMReading(uid: UID(uid), counter: counter.reduce(0) { $0 << 8 | UInt32($1) }) else {
            throw Fault("uid has \(uid.count) bytes instead of \(SDMReading.uidLength)")
        }
        return .plain(reading)
    }

    fileprivate func key(_ path: KeyPath<Keys, String?>, _ name: String) throws -> AESKey {
        let bytes = try bytes(keys?[keyPath: path], name)
        guard let key = AESKey(bytes) else { throw Fault("\(name) has \(bytes.count) bytes instead of \(AESKey.length)") }
        return key
    }

    private func bytes(_ digits: String?, _ name: String) throws -> [UInt8] {
        guard let digits else { throw Fault("\(name) is missing") }
        guard let bytes = [UInt8](hexadecimal: digits) else { throw Fault("\(name) is not hexadecimal") }
        return bytes
    }
}

extension SDMInspection: Encodable {
    private enum Key: String, CodingKey {
        case valid, uid, counter, reason
        case fileData = "file_data"
    }

    package func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try object.encode(isValid, forKey: .valid)
        try object.encode(reading?.uid.description, forKey: .uid)
        try object.encode(reading?.counter, forKey: .counter)
        try object.encodeIfPresent(fileData?.hexadecimal, forKey: .fileData)
        try object.encodeIfPresent(reason, forKey: .reason)
    }
}
