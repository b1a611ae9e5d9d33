package import NFCTag

extension TagError {
    /// What happened, then what to do.
    package var sentence: String {
        let what = "\(self)"
        return what.prefix(1).uppercased() + what.dropFirst() + ". " + remedy.advice
    }
}

extension TagRemedy {
    fileprivate var advice: String {
        switch self {
        case .layAgain: "Lay it down again."
        case .expectedTag: "Nothing was written to it."
        case .otherReader: "This reader does not know the command. Use another reader."
        case .otherTag: "Use another tag."
        case .writableTag: "The tag, or a part of it, is locked. Use another tag."
        case .largerTag: "Use a larger tag or a shorter address."
        case .format: "'desktap-reader tag format' prepares it."
        case .forcedFormat: "'desktap-reader tag format --force' replaces it."
        case .forcedRestore: "Nothing was written. With --force the dump is written all the same."
        case .lockableTag: "It can be written as before. Use an NTAG or an ISO 15693 tag where it has to be locked."
        }
    }
}
