@testable import Attendance

import Testing

@Suite struct `Mail addresses` {
    static let valid = [
        "nia@office.example", "Nia.Sol+desk@mail.office.example", "root@localhost", "o'hara@xn--r8jz45g.example",
        "a..b.@docomo.example", String(repeating: "a", count: 64) + "@x.example",
    ]
    static let invalid = [
        "", "nia", "@office.example", "nia@", "nia@sol@office.example", "nia sol@office.example", "nia@office.example ",
        "nia@office.example\r\nBcc: eve@evil.example", "nia@office.example\n", "nia\u{0}@office.example", "ニア@office.example",
        "nia@オフィス.example", "<nia@office.example>", "\"nia\"@office.example", "nia,eve@office.example", "nia@.example",
        "nia@office..example", "nia@office.example.", "nia@-office.example", "nia@office-.example", "nia@[127.0.0.1]",
        "nia@office_1.example", String(repeating: "a", count: 65) + "@x.example",
        "a@" + String(repeating: "a", count: 64) + ".example",
        "a@" + Array(repeating: String(repeating: "b", count: 50), count: 5).joined(separator: "."),
    ]

    @Test(arguments: valid) func `An address in ASCII is taken as it is`(text: String) {
        #expect(MailAddress(text)?.text == text)
    }

    @Test(arguments: invalid) func `Text that is no address, or several, is refused`(text: String) {
        #expect(MailAddress(text) == nil)
    }
}
