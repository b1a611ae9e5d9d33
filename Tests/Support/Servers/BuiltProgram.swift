import Foundation

/// The path of an executable that was built together with the tests.
package func builtProgram(_ name: String) -> String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/" + name
}
