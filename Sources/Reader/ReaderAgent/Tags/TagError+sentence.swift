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
        case .presentAgain: "Place it on the reader again."
        case .expectedTag: "Nothing was written to it."
        case .otherReader: "This reader does not support the command. Use another reader."
        case .otherTag: "Use another tag."
        case .writableTag: "The tag is locked completely or partly. Use another tag."
        case .largerTag: "Use a larger tag or a shorter address."
        case .format: "'desktap-reader tag format' prepares it."
        case .forcedFormat: "'desktap-reader tag format --force' replaces it."
        case .forcedRestore: "Nothing was written. To write the dump anyway, use --force."
        case .lockableTag: "It can still be written. To lock a tag, use an NTAG or an ISO 15693 tag."
        }
    }
}
