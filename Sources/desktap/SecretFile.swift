import Foundation

/// Why a file with a secret is not used; the end of a sentence that begins with the file's name.
struct SecretFileProblem: Error {
    let sentence: String
}

/// A file that holds a secret of the server.
enum SecretFile {
    /// The contents of a file that only its owner may read.
    static func text(at path: String) throws(SecretFileProblem) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SecretFileProblem(sentence: "cannot be read") }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // Of the open file: another one may stand at the path by now.
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SecretFileProblem(sentence: "is no file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw SecretFileProblem(sentence: "may be read by others. Please run 'chmod 600 \(path)'")
        }
        guard let data = try? file.readToEnd() ?? Data(), let text = String(data: data, encoding: .utf8) else {
            throw SecretFileProblem(sentence: "is no text")
        }
        return text
    }
}
