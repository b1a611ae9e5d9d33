import Localization
import Testing

@Suite struct `Accept-Language` {
    @Test(
        arguments: [
            ("ja", .ja), ("en", .en), ("JA", .ja), ("ja-JP", .ja), ("en-GB,en;q=0.9,ja;q=0.8", .en),
            ("ja,en-US;q=0.9,en;q=0.8", .ja),
            ("en;q=0.5, ja;q=0.8", .ja), ("en;q=0.8,ja;q=0.8", .en), ("ja;q=1.000, en;q=1", .ja), ("fr, ja;q=0.001", .ja),
            ("ja ; q=0.7 ,\ten;q=0.9", .en), ("ja;Q=0.9,en;q=0.1", .ja), ("ja;q=0., en;q=0.5", .en),
            ("de,*;q=0.5,ja;q=0.1", .ja),
            // No language of the interface, or no language at all.
            ("fr", nil), ("*", nil), ("", nil), ("ja;q=0", nil), ("ja;q=0.000", nil), ("jav", nil), (",;,", nil),
            // A range with a malformed quality is ignored.
            ("ja;q=2", nil), ("ja;q=1.001", nil), ("ja;q=0.1234", nil), ("ja;q=-1", nil), ("ja;q=x", nil), ("ja;x=1", nil),
            ("ja;q", nil), ("ja;q=.5", nil), ("ja;q=0.５", nil), ("ja;q=2,en;q=0.1", .en),
        ] as [(String, Language?)])
    func `An Accept-Language header is read by its qualities`(header: String, language: Language?) {
        #expect(Language(accepted: header) == language)
    }
}
