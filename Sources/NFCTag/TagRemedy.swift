/// What helps after a ``TagError``: what to tell a person, and whether the same command may succeed when it is given again.
package enum TagRemedy: Equatable, Hashable, Sendable {
    /// The same tag, laid down again, may well work.
    case layAgain
    /// Another tag lies there than the one that was asked for.
    case expectedTag
    /// The reader does not know a command that the work needs.
    case otherReader
    /// The tag cannot do it.
    case otherTag
    /// The tag refuses to be written.
    case writableTag
    case largerTag
    /// `format` prepares the tag.
    case format
    /// `format --force` replaces the structure.
    case forcedFormat
    /// `restore --force` writes the dump all the same.
    case forcedRestore
    /// The tag can be written, and not be locked.
    case lockableTag
}

extension TagError {
    package var remedy: TagRemedy {
        switch self {
        case .tagGone, .notVerified: .layAgain
        case .otherTag: .expectedTag
        case .refused(let command, let status): command.remedy(after: status)
        case .refusedByTag(let command, let error): command.remedy(after: error)
        case .notPassed(_, .refused(let status)) where status.isNotSupported: .otherReader
        case .notPassed: .layAgain
        case .tooSmall: .largerTag
        case .dumpDoesNotFit: .forcedRestore
        case .writeProtected: .writableTag
        case .unformatted: .format
        case .damaged: .forcedFormat
        case .locksUnknown, .noLock: .lockableTag
        case .noNDEF, .unrepairable, .containerSpoilt, .unsupported: .otherTag
        }
    }
}

extension TagCommand {
    /// A status word alone does not tell a refusal from a tag at the edge of the field. A refused write was followed by a
    /// successful read of the same block, so there the tag is known to be present.
    fileprivate func remedy(after status: StatusWord) -> TagRemedy {
        switch self {
        case .updateFile: .writableTag
        case .selectApplication, .selectFile, .readFile: status.isCommandRefused ? .otherTag : .layAgain
        case _ where status.isNotSupported: .otherReader
        case .updateBinary: .writableTag
        case .getUID, .readBinary, .transparentSession, .systemInformation, .lock, .selectService, .getVersion: .layAgain
        }
    }

    fileprivate func remedy(after error: ISO15693Error) -> TagRemedy {
        switch (error, self) {
        case (.commandNotSupported, _), (.commandNotRecognised, _), (.optionNotSupported, _): .otherTag
        case (.blockLocked, _), (.blockAlreadyLocked, _), (.blockProtected, _): .writableTag
        case (.malformedAnswer, _): .layAgain
        case (_, .updateBinary), (_, .lock): .writableTag
        case (.blockNotAvailable, _): .otherTag
        default: .layAgain
        }
    }
}

extension StatusWord {
    /// The card understood the command and refuses it: checking errors 67 to 6E. ISO 7816-4, 5.6.
    fileprivate var isCommandRefused: Bool { (0x67...0x6E).contains(rawValue >> 8) }
}
