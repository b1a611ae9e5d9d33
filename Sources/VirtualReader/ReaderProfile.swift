/// What a reader can do, as the readers one can buy differ.
package struct ReaderProfile: Sendable, Equatable {
    /// FF B0 and FF D6, by which most readers give access to memory.
    package var readsAndWrites = true
    /// Bytes that one FF B0 may ask for.
    package var mostBytesRead = 256
    /// FF C2, by which frames pass unchanged.
    package var passesFrames = true
    /// FF A4 and FF B0 on the services of FeliCa cards.
    package var selectsServices = false
    /// FF 00, by which commands pass to a PN532.
    package var passesPN532 = false
    /// Whether it sees ISO 15693 tags at all.
    package var seesType5 = true

    package init() {}

    /// Everything, as an ACR1552U does.
    package static let full = ReaderProfile()

    /// 16 bytes at a time and no frames, as an ACR122U.
    package static let small: ReaderProfile = {
        var profile = ReaderProfile()
        profile.mostBytesRead = 16
        profile.passesFrames = false
        profile.passesPN532 = true
        profile.seesType5 = false
        return profile
    }()

    /// FF B0 and FF D6, and no frames.
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

    /// Numbers of cards and nothing else.
    package static let uidOnly: ReaderProfile = {
        var profile = ReaderProfile()
        profile.readsAndWrites = false
        profile.passesFrames = false
        return profile
    }()

    /// FeliCa by its services, and no ISO 15693, as Sony's readers.
    package static let sony: ReaderProfile = {
        var profile = ReaderProfile()
        profile.selectsServices = true
        profile.seesType5 = false
        return profile
    }()
}
