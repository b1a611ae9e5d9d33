/// The page of a tag while the phone is offline, with the stored taps. It contains no personal data: the phone fills it in.
struct KeptTapsPage: Page {
    static let template = "pages/Taps/tap-kept"
    let words: ScriptJSON
    let signInAddress = Address.signIn(to: Address.keptTaps)

    init() throws { words = try TapScriptWords().json }
}
