/// The capabilities of a virtual reader, modelled on available readers.
package struct ReaderProfile: Sendable, Equatable {
    /// Supports FF B0 and FF D6, the memory access of most readers.
    package var readsAndWrites = true
    /// The maximum number of bytes per FF B0.
    package var maxReadSize = 256
    /// Supports FF C2, which passes frames unchanged.
    package var passesFrames = true
    /// Supports FF A4 and FF B0 for the services of FeliCa cards.
    package var selectsServices = false
    /// Supports FF 00, which passes commands to a PN532.
    package var passesPN532 = false
    /// Detects ISO 15693 tags.
    package var detectsType5 = true

    package init() {}

    /// All capabilities, like an ACR1552U.
    package static let full = ReaderProfile()

    /// 16 bytes per read and no frames, like an ACR122U.
    package static let small: ReaderProfile = {
        var profile = ReaderProfile()
        profile.maxReadSize = 16
        profile.passesFrames = false
        profile.passesPN532 = true
        profile.detectsType5 = false
        return profile
    }()

    /// FF B0 and FF D6, no frames.
    package static let withoutFrames: ReaderProfile = {
        var profile = ReaderProfile()
        profile.passesFrames = false
        return profile
    }()

    /// Frames only.
    package static let framesOnly: ReaderProfile = {
        var profile = ReaderProfile()
        profile.readsAndWrites = false
        return profile
    }()

    /// UIDs only.
    package static let uidOnly: ReaderProfile = {
        var profile = ReaderProfile()
        profile.readsAndWrites = false
        profile.passesFrames = false
        return profile
    }()

    /// FeliCa services and no ISO 15693, like Sony's readers.
    package static let sony: ReaderProfile = {
        var profile = ReaderProfile()
        profile.selectsServices = true
        profile.detectsType5 = false
        return profile
    }()
}
