import Foundation

/// The first of `count` TCP ports in a row that nobody listens on just now. Below the range from which the system takes ports
/// for outgoing connections.
package func freePorts(_ count: Int) throws -> Int {
    for _ in 0..<200 {
        let first = Int.random(in: 20_000..<32_000 - count)
        if (first..<first + count).allSatisfy(isFree) { return first }
    }
    throw ChildProcess.Failure(description: "no \(count) free ports in a row")
}

private func isFree(_ port: Int) -> Bool {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard probe >= 0 else { return false }
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_ANY
    return withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
            bind(probe, generic, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
    }
}
