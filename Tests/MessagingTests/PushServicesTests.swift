@testable import Messaging

import Testing

@Suite struct `Push services` {
    @Test(arguments: [
        "https://fcm.googleapis.com/fcm/send/a:b-c_d", "https://fcm.googleapis.com:443/x",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAAAA", "https://a.push.services.mozilla.com/",
        "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d%3d", "https://web.push.apple.com/Q",
        "https://fcm.googleapis.com",
    ])
    func `Browsers' services are allowed`(endpoint: String) {
        #expect(PushServices.wellKnown.allows(endpoint))
    }

    @Test(arguments: [
        "http://fcm.googleapis.com/x", "https://127.0.0.1/x", "https://localhost/x", "https://[::1]/x",
        "https://fcm.googleapis.com.evil.example/x", "https://evil.example/fcm.googleapis.com", "https://xfcm.googleapis.com/x",
        "https://push.apple.com/x", "https://evilpush.apple.com/x", "https://.push.apple.com/x",
        "https://fcm.googleapis.com:8443/x", "https://fcm.googleapis.com:0443/x", "https://fcm.googleapis.com:+443/x",
        "https://fcm.googleapis.com:/x", "https://fcm.googleapis.com@evil.example/x",
        "https://evil.example@fcm.googleapis.com/x",
        "https://evil.example\\@fcm.googleapis.com/x", "https://evil.example#.push.apple.com/x",
        "https://evil.example?.push.apple.com/x", "https://evil.example%2f.push.apple.com/x", "https://web.push.apple.com./x",
        "https://fcm.googleapis.com/x\r\nHost: evil.example", "https://fcm.googleapis.com/ x", "https:/fcm.googleapis.com/x",
        "https://fcm.googleapis.com/ü", "https://fcm.googleapis.com/x#y", "HTTPS://fcm.googleapis.com/x", "",
        "https:///fcm.googleapis.com/x", "https://fcm.googleapis.com/" + String(repeating: "a", count: 2_000),
    ])
    func `The server sends nothing to another address`(endpoint: String) {
        #expect(!PushServices.wellKnown.allows(endpoint))
    }

    @Test func `A host is allowed with the port of its entry`() {
        let services = PushServices(hosts: [
            "Localhost:8443", "*.push.example:444", "push.example", "*", "*.", "", "x:y", "a:1:2",
        ])
        #expect(services.allows("https://localhost:8443/x") && services.allows("https://a.b.push.example:444/x"))
        #expect(services.allows("https://push.example/x"))
        for endpoint in [
            "https://localhost/x", "https://localhost:8444/x", "https://a.push.example/x", "https://push.example:444/x",
            "https://x/", "https://a/", "https:///", "https://evil.example/",
        ] {
            #expect(!services.allows(endpoint), "\(endpoint)")
        }
        #expect(!PushServices(hosts: []).allows("https://fcm.googleapis.com/x"))
    }
}
