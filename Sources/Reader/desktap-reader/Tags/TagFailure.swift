import Foundation
import NFCTag
import PCSC
import ReaderAgent

/// The failure of a tag command: a sentence, and the exit status from `sysexits.h`.
struct TagFailure {
    let status: Int32
    let sentence: String

    /// - Returns: nil for an error of another kind.
    init?(_ error: any Error) {
        switch error {
        case let error as PCSCError: self.init(error.isTransient ? EX_TEMPFAIL : EX_UNAVAILABLE, "\(error)")
        case let error as TagSession.Failure: self.init(error.exitStatus, "\(error)")
        case let error as TagError: self.init(error.exitStatus, error.sentence)
        case let error as TagDumpFileError: self.init(EX_DATAERR, "\(error) Nothing was written.")
        case let error as TagFileFailure: self.init(error.exitStatus, "\(error)")
        case let error as TagListError: self.init(error.exitStatus, "\(error)")
        case let error as TagResultFileError: self.init(EX_IOERR, "\(error)")
        case let error as TagRegistryError: self.init(error.exitStatus, "\(error)")
        case let error as ConnectionSetupError: self.init(EX_CONFIG, "\(error)")
        case let error as ProvisionError: self.init(error.exitStatus, "\(error)")
        default: return nil
        }
    }

    private init(_ status: Int32, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }
}

extension TagSession.Failure {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .noTag: EX_TEMPFAIL
        case .noSuchReader: EX_UNAVAILABLE
        }
    }
}

extension TagError {
    fileprivate var exitStatus: Int32 {
        switch remedy {
        case .presentAgain, .expectedTag: EX_TEMPFAIL
        case .otherReader: EX_UNAVAILABLE
        case .largerTag, .writableTag: EX_CANTCREAT
        case .otherTag, .format, .forcedFormat, .forcedRestore, .lockableTag: EX_DATAERR
        }
    }
}

extension TagFileFailure {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .unreadable: EX_NOINPUT
        case .unwritable: EX_IOERR
        }
    }
}

extension TagListError {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .unreadable: EX_NOINPUT
        case .noHeader, .empty, .lines: EX_DATAERR
        case .noneChosen: EX_USAGE
        }
    }
}

extension TagRegistryError {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .unreachable, .busy: EX_TEMPFAIL
        case .keyRefused: EX_NOPERM
        case .inUse, .refused: EX_DATAERR
        case .notUnderstood: EX_PROTOCOL
        }
    }
}

extension ProvisionError {
    fileprivate var exitStatus: Int32 {
        switch self {
        case .noRoom: EX_CANTCREAT
        case .randomUID, .signing: EX_DATAERR
        case .notAccepted: EX_PROTOCOL
        case .confirmationFailed(let error): error.exitStatus
        }
    }
}
