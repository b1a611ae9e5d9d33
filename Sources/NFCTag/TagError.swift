/// What stopped the work with a tag. Errors of the way to the tag pass through as they are.
package enum TagError: Error, Equatable, Sendable {
    /// The tag has left the field.
    case tagGone
    /// The reader, or the tag through it, refused a command.
    case refused(TagCommand, StatusWord)
    /// The reader passed a frame, and the tag said no.
    case refusedByTag(TagCommand, ISO15693Error)
    /// The reader did not bring the tag's answer to a frame.
    case notPassed(TagCommand, TransparentError)
    /// Another tag than the one that was identified lies on the reader. Nothing was written to it.
    case otherTag(TagUID)
    /// The message needs so many bytes more than the tag has.
    case tooSmall(missing: Int)
    /// A dump does not belong on this tag. Nothing was written.
    case dumpDoesNotFit(DumpMismatch)
    /// The tag forbids writing, for ever or without a secret.
    case writeProtected
    /// The tag has no NDEF structure yet.
    case unformatted
    /// A card that holds no NDEF message, or whose message this reader cannot reach. No format changes that.
    case noNDEF(TagKind)
    /// The tag's NDEF structure cannot be believed; only a format by force mends it.
    case damaged(TagDamage)
    /// The tag's NDEF structure is damaged in a part that only the maker writes: the container of a Type 4 tag, the attributes
    /// of a Type 3 tag.
    case unrepairable(TagDamage)
    /// A block that may be written once only holds bits that a format would have to clear.
    case containerSpoilt
    /// The chip is none whose lock bits are known, and it names none itself.
    case locksUnknown
    /// A block does not hold what was written to it.
    case notVerified(block: Int)
    /// This kind of tag is locked by its maker's commands and keys alone.
    case noLock(TagKind)
    /// This kind of tag, or this reader, cannot do it.
    case unsupported
}

/// What was asked of a reader or a tag, for the log.
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
}

extension TagError {
    /// A command was refused while the tag is there, so that others may still succeed.
    var isRefusal: Bool {
        switch self {
        case .refused, .refusedByTag: true
        default: false
        }
    }

    /// A frame was not answered: some chips keep silent where others refuse.
    var isSilence: Bool {
        if case .notPassed(_, .noAnswer) = self { true } else { false }
    }
}

extension TagError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .tagGone: "the tag has left the reader"
        case .refused(let command, let status): "\(command.phrase) failed (status \(status))"
        case .refusedByTag(let command, let error): "\(command.phrase) failed (\(error))"
        case .notPassed(let command, let error): "\(command.phrase) failed (\(error))"
        case .otherTag(let uid): "another tag lies on the reader: \(uid)"
        case .tooSmall(let missing):
            "the tag is too small: \(missing == 1 ? "1 byte is" : "\(missing) bytes are") missing"
        case .dumpDoesNotFit(let mismatch): "the dump does not fit this tag: \(mismatch)"
        case .writeProtected: "the tag is write-protected"
        case .unformatted: "the tag is not formatted for NDEF"
        case .noNDEF(let kind): kind.withoutNDEF
        case .damaged(let damage): "the tag's NDEF structure is damaged: \(damage)"
        case .unrepairable(let damage): "the tag's NDEF structure is damaged, and only its maker can repair it: \(damage)"
        case .containerSpoilt: "the tag's capability container is wrong, and its bits cannot be cleared"
        case .locksUnknown: "nobody knows where the lock bits of this chip are, and it does not say so itself"
        case .notVerified(let block): "block \(block) does not hold what was written to it"
        case .noLock: "a tag of this kind is locked by its maker's commands and keys only, which this program does not have"
        case .unsupported: "this tag or reader cannot do that"
        }
    }
}

extension TagCommand {
    /// The command as the beginning of a sentence about its failure.
    fileprivate var phrase: String {
        switch self {
        case .getUID: "asking the reader for the UID"
        case .readBinary(let block): "reading block \(block)"
        case .updateBinary(let block): "writing block \(block)"
        case .transparentSession: "passing frames through the reader"
        case .systemInformation: "asking the tag for its memory size"
        case .lock(let block): "locking block \(block)"
        case .selectApplication: "selecting the NDEF application"
        case .selectFile(let file): "selecting file \(StatusWord(file))"
        case .readFile(let offset): "reading the file at \(offset)"
        case .updateFile(let offset): "writing the file at \(offset)"
        case .selectService: "selecting the FeliCa service"
        case .getVersion: "asking the chip for its version"
        }
    }
}

extension TagKind {
    /// Why no NDEF message can be read from a card of this kind.
    fileprivate var withoutNDEF: String {
        switch self {
        case .classic: "this is a MIFARE Classic card, whose memory needs keys: it holds no NDEF message for this program"
        case .type3: "this FeliCa card holds no NDEF message, or this reader cannot read it"
        case .type4: "this card or phone has no NDEF application"
        case .type2, .type5, .otherStorage, .unknown: "this card shows its number only, and no NDEF message"
        }
    }
}
