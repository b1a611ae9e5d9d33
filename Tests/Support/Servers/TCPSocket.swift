import Foundation

/// An IPv4 socket of this computer, from the kernel's table (`/proc/net/tcp`, proc(5)). To look does not disturb it, unlike to
/// bind its port or to connect to it.
package struct TCPSocket {
    package enum State: String {
        case established = "01"
        case listening = "0A"
    }

    package let localPort: UInt16
    package let remotePort: UInt16
    /// nil: any other state.
    package let state: State?

    package static func all() throws -> [TCPSocket] {
        // Its size is unknown, so it is read to the end.
        let table = try FileHandle(forReadingAtPath: "/proc/net/tcp")?.readToEnd() ?? Data()
        return String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
            // Number, local and remote address with a hexadecimal port, state.
            let fields = line.split(separator: " ")
            guard fields.count > 3, let local = port(fields[1]), let remote = port(fields[2]) else { return nil }
            return TCPSocket(localPort: local, remotePort: remote, state: State(rawValue: String(fields[3])))
        }
    }

    private static func port(_ address: Substring) -> UInt16? {
        address.split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
    }
}
