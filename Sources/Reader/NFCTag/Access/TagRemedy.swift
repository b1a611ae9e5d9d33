/// The remedy for a ``TagError``: decides the advice to the person, and whether the same command can succeed when repeated.
package enum TagRemedy: Equatable, Hashable, Sendable {
    /// Present the same tag again.
    case presentAgain
    /// Present the requested tag instead of this one.
    case expectedTag
    /// Use another reader: this one does not implement a required command.
    case otherReader
    /// Use another tag: this one does not support the operation.
    case otherTag
    /// Use a tag that is not write-protected.
    case writableTag
    case largerTag
    /// Run `format`, which prepares the tag.
    case format
    /// Run `format --force`, which replaces the damaged structure.
    case forcedFormat
    /// Run `restore --force`, which writes a dump of another tag.
    case forcedRestore
    /// Use a tag that can be locked. This one can still be written.
    case lockableTag
}

extension TagError {
    package var remedy: TagRemedy {
        switch self {
        case .tagGone, .notVerified, .insecure, .notSigned: .presentAgain
        case .otherTag: .expectedTag
        case .refused(let command, let status): command.remedy(after: status)
        case .refusedByTag(let command, let error): command.remedy(after: error)
        case .exchangeFailed(_, .refused(let status)) where status.isNotSupported: .otherReader
        case .exchangeFailed: .presentAgain
        case .tooSmall: .largerTag
        case .dumpDoesNotFit: .forcedRestore
        case .writeProtected: .writableTag
        case .unformatted: .format
        case .damaged: .forcedFormat
        case .unknownLockBits, .noLock: .lockableTag
        case .noNDEF, .unrepairable, .containerNotCorrectable, .notSigning, .foreignKeys, .keyUnavailable, .unsupported:
            .otherTag
        }
    }
}

extension TagCommand {
    /// A status word does not distinguish a refusal from a tag at the edge of the field. After a refused write the same
    /// block was read successfully, so the tag is present in that case.
    fileprivate func remedy(after status: StatusWord) -> TagRemedy {
        switch self {
        case .updateFile: .writableTag
        case .selectApplication, .selectFile, .readFile: status.isCommandRefused ? .otherTag : .presentAgain
        case _ where status.isNotSupported: .otherReader
        case .updateBinary: .writableTag
        case .getUID, .readBinary, .transparentSession, .systemInformation, .lock, .selectService, .getVersion,
            .authenticate, .keyVersion, .secure:
            .presentAgain
        }
    }

    fileprivate func remedy(after error: ISO15693Error) -> TagRemedy {
        switch (error, self) {
        case (.commandNotSupported, _), (.commandNotRecognised, _), (.optionNotSupported, _): .otherTag
        case (.blockLocked, _), (.blockAlreadyLocked, _), (.blockProtected, _): .writableTag
        case (.malformedAnswer, _): .presentAgain
        case (_, .updateBinary), (_, .lock): .writableTag
        case (.blockNotAvailable, _): .otherTag
        default: .presentAgain
        }
    }
}

extension StatusWord {
    /// True if the card understood the command and refused it: checking errors 67 to 6E. ISO 7816-4, 5.6.
    fileprivate var isCommandRefused: Bool { (0x67...0x6E).contains(rawValue >> 8) }
}
