/// Why the file of a tag command cannot be read or written.
enum TagFileFailure: Error {
    case unreadable(String, reason: String)
    case unwritable(String, reason: String)
}

extension TagFileFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .unreadable(let file, let reason): "The file \(file) cannot be read: \(reason)"
        case .unwritable(let file, let reason): "The file \(file) cannot be written: \(reason)"
        }
    }
}
