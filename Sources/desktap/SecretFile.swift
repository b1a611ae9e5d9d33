import Foundation

/// Why a secret file is refused, as the end of a sentence that begins with the file's name.
struct SecretFileProblem: Error {
    let sentence: String
}

/// A file that holds a secret of the server.
enum SecretFile {
    /// Reads a file that is closed to other users.
    static func text(at path: String) throws(SecretFileProblem) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SecretFileProblem(sentence: "cannot be read") }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // The status of the open file: the file at the path may have been replaced.
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SecretFileProblem(sentence: "is not a file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw SecretFileProblem(sentence: "can be read by other users. Run 'chmod 600 \(path)'")
        }
        guard let data = try? file.readToEnd() ?? Data(), let text = String(data: data, encoding: .utf8) else {
            throw SecretFileProblem(sentence: "is not UTF-8 text")
        }
        return text
    }
}
