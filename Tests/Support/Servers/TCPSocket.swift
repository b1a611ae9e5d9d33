import Foundation

/// The IPv4 sockets of this computer, from the kernel's table (`/proc/net/tcp`, proc(5)). To look does not disturb a socket,
/// unlike to bind its port or to connect to it.
package enum TCPSocket {
    package static func isListening(_ port: UInt16) throws -> Bool {
        try table().range(of: Data("\(field(port)) 00000000:0000 0A".utf8)) != nil
    }

    /// The number of connections of this computer's programs to a port of this computer.
    package static func connections(to port: UInt16) throws -> Int {
        let (table, connected) = (try table(), Data("\(field(port)) 01 ".utf8))
        var (count, rest) = (0, table.startIndex..<table.endIndex)
        while let next = table.range(of: connected, in: rest) {
            count += 1
            rest = next.upperBound..<table.endIndex
        }
        return count
    }

    /// A line has the local and the remote address, and the state: 0A listens, 01 is connected. Other tests may have hundreds of
    /// connections, so the lines are searched, not read.
    private static func table() throws -> Data {
        // Its size is unknown, so it is read to the end.
        try FileHandle(forReadingAtPath: "/proc/net/tcp")?.readToEnd() ?? Data()
    }

    /// The end of an address.
    private static func field(_ port: UInt16) -> String {
        let digits = String(port, radix: 16, uppercase: true)
        return ":" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
