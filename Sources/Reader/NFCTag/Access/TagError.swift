package import Attendance
package import SecureMessaging

/// Why a procedure with a tag failed. Errors of the ``APDUTransport`` are not wrapped.
package enum TagError: Error, Equatable, Sendable {
    /// The tag left the field.
    case tagGone
    /// The reader, or the tag through the reader, rejected a command.
    case refused(TagCommand, StatusWord)
    /// The reader passed a frame and the tag returned an error.
    case refusedByTag(TagCommand, ISO15693Error)
    /// The reader did not return the tag's response to a frame.
    case exchangeFailed(TagCommand, TransparentError)
    /// The tag on the reader is not the tag that was identified. Nothing was written to it.
    case otherTag(UID)
    /// The message is too long for the tag. `missing` is the shortfall in bytes.
    case tooSmall(missing: Int)
    /// The dump was not read from this tag. Nothing was written.
    case dumpDoesNotFit(DumpMismatch)
    /// The tag is write-protected, either permanently or by a password or key.
    case writeProtected
    /// The tag has no NDEF structure.
    case unformatted
    /// The card holds no NDEF message, or this reader cannot read it. Formatting does not help.
    case noNDEF(TagKind)
    /// The tag's NDEF structure is invalid. Only a forced format repairs it.
    case damaged(TagDamage)
    /// The tag's NDEF structure is damaged in a part that only the manufacturer can write: the container of a Type 4 tag, or
    /// the attributes of a Type 3 tag.
    case unrepairable(TagDamage)
    /// A one-time programmable block holds bits that the format would have to clear.
    case containerNotCorrectable
    /// The position of the chip's lock bits is unknown, and the tag has no lock control TLV.
    case unknownLockBits
    /// Reading back the block did not return the bytes that were written.
    case notVerified(block: Int)
    /// This kind of tag can only be locked with the manufacturer's commands and keys.
    case noLock(TagKind)
    /// The card is no NTAG 424 DNA, so it cannot sign its address.
    case notSigning
    /// The tag has keys that are not known here.
    case foreignKeys
    /// The tag refuses to authenticate at all: it is in LRP mode, or the key was blocked by 1,000 failed attempts.
    case keyUnavailable
    /// The response of an authenticated session is not the tag's, or was changed.
    case insecure(SecureChannelError)
    /// The tag was set up, but the address that it sends is not signed as expected.
    case notSigned(SDMError)
    /// This kind of tag or this reader does not support the operation.
    case unsupported
}

/// A command to a reader or a tag, for error messages.
package enum TagCommand: Equatable, Hashable, Sendable {
    case getUID
    case readBinary(block: Int)
    case updateBinary(block: Int)
    case transparentSession
    case systemInformation
    case lock(block: Int)
    case selectApplication
    case selectFile(UInt16)
    case readFile(offset: Int)
    case updateFile(offset: Int)
    case selectService
    case getVersion
    case authenticate(UInt8)
    case keyVersion(UInt8)
    /// A command of an authenticated session, by its instruction byte.
    case secure(UInt8)
}

extension TagError {
    /// True if the tag is present and rejected one command. Other commands may still succeed.
    var isRefusal: Bool {
        switch self {
        case .refused, .refusedByTag: true
        default: false
        }
    }

    /// True if a frame got no response. Some chips stay silent where others return an error.
    var isSilence: Bool {
        if case .exchangeFailed(_, .noAnswer) = self { true } else { false }
    }
}

extension TagError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tagGone: "the tag was removed from the reader"
        case .refused(let command, let status): "\(command.phrase) failed (status \(status))"
        case .refusedByTag(let command, let error): "\(command.phrase) failed (\(error))"
        case .exchangeFailed(let command, let error): "\(command.phrase) failed (\(error))"
        case .otherTag(let uid): "another tag is on the reader: \(uid)"
        case .tooSmall(let missing): "the tag is too small (bytes missing: \(missing))"
        case .dumpDoesNotFit(let mismatch): "the dump does not fit this tag: \(mismatch)"
        case .writeProtected: "the tag is write-protected"
        case .unformatted: "the tag is not formatted for NDEF"
        case .noNDEF(let kind): kind.noNDEFReason
        case .damaged(let damage): "the tag's NDEF structure is damaged: \(damage)"
        case .unrepairable(let damage):
            "the tag's NDEF structure is damaged, and only the manufacturer can repair it: \(damage)"
        case .containerNotCorrectable:
            "the tag's capability container is wrong and cannot be corrected: its bits cannot be cleared"
        case .unknownLockBits: "the position of this chip's lock bits is unknown"
        case .notVerified(let block): "block \(block) does not hold the bytes that were written to it"
        case .noLock:
            "a tag of this kind can only be locked with its manufacturer's commands and keys, which this program does not have"
        case .notSigning: "this card is no NTAG 424 DNA, so it cannot sign its address"
        case .foreignKeys: "the tag has keys that are not known here, so its settings cannot be changed"
        case .keyUnavailable:
            "the tag refuses to authenticate: it is in LRP mode, which this program does not support, or failed attempts have "
                + "blocked its key for ever"
        case .insecure: "the tag's response in an encrypted session is wrong"
        case .notSigned(let error): "the address on the tag is not signed as expected: \(error)"
        case .unsupported: "this tag or reader does not support the operation"
        }
    }
}

extension TagCommand {
    /// The command as the subject of a sentence such as "reading block 4 failed".
    fileprivate var phrase: String {
        switch self {
        case .getUID: "reading the UID"
        case .readBinary(let block): "reading block \(block)"
        case .updateBinary(let block): "writing block \(block)"
        case .transparentSession: "passing frames through the reader"
        case .systemInformation: "reading the tag's memory size"
        case .lock(let block): "locking block \(block)"
        case .selectApplication: "selecting the NDEF application"
        case .selectFile(let file): "selecting file \(StatusWord(file))"
        case .readFile(let offset): "reading the file at offset \(offset)"
        case .updateFile(let offset): "writing the file at offset \(offset)"
        case .selectService: "selecting the FeliCa service"
        case .getVersion: "reading the chip's version"
        case .authenticate(let key): "authenticating with key \(key)"
        case .keyVersion(let key): "reading the version of key \(key)"
        case .secure(let instruction): "the encrypted command \([instruction].hexadecimal)"
        }
    }
}

extension TagKind {
    /// Why a card of this kind holds no readable NDEF message.
    fileprivate var noNDEFReason: String {
        switch self {
        case .classic:
            "this is a MIFARE Classic card: its memory needs keys, so this program cannot read an NDEF message from it"
        case .type3: "this FeliCa card holds no NDEF message, or this reader cannot read it"
        case .type4: "this card or phone has no NDEF application"
        case .type2, .type5, .otherStorage, .unknown: "this card has a UID but no NDEF message"
        }
    }
}
