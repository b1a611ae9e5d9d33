import Foundation

/// Python, in which the independent implementations are written.
package enum Python {
    package static let path = "/usr/bin/python3"
    package static var isAvailable: Bool { FileManager.default.isExecutableFile(atPath: path) }
}
