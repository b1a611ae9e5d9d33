import Foundation

/// Python, in which the independent implementations are written.
enum Python {
    static let path = "/usr/bin/python3"
    static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
