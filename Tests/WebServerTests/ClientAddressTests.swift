import Attendance
import NIOCore
import Testing
import WebServer

@Suite struct `Client address of a socket` {
    @Test func `A socket address gives the client address`() throws {
        for text in ["192.0.2.1", "2001:db8::1"] {
            #expect(ClientAddress(try SocketAddress(ipAddress: text, port: 80)) == ClientAddress(text))
        }
        #expect(ClientAddress(try SocketAddress(unixDomainSocketPath: "/run/x")) == nil)
    }
}
