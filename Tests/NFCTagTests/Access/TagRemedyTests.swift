import Attendance
import NFCTag
import Testing

@Suite struct `Tag remedy` {
    @Test(
        arguments: [
            (.tagGone, .presentAgain), (.notVerified(block: 4), .presentAgain),
            (.otherTag(UID([1, 2, 3, 4])), .expectedTag),
            // A reader that supports neither FF B0 nor FF C2.
            (.refused(.transparentSession, .functionNotSupported), .otherReader),
            (.refused(.readBinary(block: 0), .unknownInstruction), .otherReader),
            (.exchangeFailed(.transparentSession, .refused(.functionNotSupported)), .otherReader),
            // A refused read may mean a tag at the edge of the field. After a refused write the block was read.
            (.refused(.readBinary(block: 0), .failed), .presentAgain), (.refused(.getUID, .failed), .presentAgain),
            (.refused(.updateBinary(block: 5), .failed), .writableTag),
            (.exchangeFailed(.readBinary(block: 2), .noAnswer), .presentAgain),
            (.refusedByTag(.readBinary(block: 0), .commandNotSupported), .otherTag),
            (.refusedByTag(.updateBinary(block: 2), .optionNotSupported), .otherTag),
            (.refusedByTag(.updateBinary(block: 2), .blockLocked), .writableTag),
            (.refusedByTag(.updateBinary(block: 2), .unknown), .writableTag),
            (.refusedByTag(.updateBinary(block: 2), .custom(0xA0)), .writableTag),
            (.refusedByTag(.readBinary(block: 2), .malformedAnswer), .presentAgain),
            // Responses of the card itself.
            (.refused(.readFile(offset: 0), StatusWord(0x6982)), .otherTag),
            (.refused(.readFile(offset: 0), .wrongLength), .otherTag), (.refused(.readFile(offset: 0), .failed), .presentAgain),
            (.refused(.selectFile(0xE104), .notFound), .otherTag),
            (.refused(.updateFile(offset: 0), StatusWord(0x6982)), .writableTag),
            (.tooSmall(missing: 1), .largerTag), (.writeProtected, .writableTag), (.unformatted, .format),
            (.damaged(.noDataArea), .forcedFormat), (.unrepairable(.noDataArea), .otherTag), (.noNDEF(.classic), .otherTag),
            (.containerNotCorrectable, .otherTag), (.unknownLockBits, .lockableTag), (.noLock(.type4), .lockableTag),
            (.dumpDoesNotFit(.size(dump: 4, tag: 8)), .forcedRestore), (.notSigning, .otherTag), (.foreignKeys, .otherTag),
            // Failed authentications in a row make the tag slow for a while.
            (.refused(.authenticate(0), StatusWord(0x91AD)), .presentAgain), (.insecure(.wrongMAC), .presentAgain),
            (.notSigned(.wrongMAC), .presentAgain), (.refused(.secure(0x5F), StatusWord(0x911E)), .presentAgain),
        ] as [(TagError, TagRemedy)])
    func `The remedy for a tag error is a retry only if a retry can succeed`(error: TagError, remedy: TagRemedy) {
        #expect(error.remedy == remedy)
    }

    @Test(
        arguments: [
            (.type2, .unformatted, .readWrite, .unformatted), (.type5, .unformatted, .proprietary, .noNDEF(.type5)),
            (.classic, .unformatted, .proprietary, .noNDEF(.classic)), (.type3, .unformatted, .proprietary, .noNDEF(.type3)),
            (.type2, .damaged(.noDataArea), .readWrite, .damaged(.noDataArea)),
            (.type4, .damaged(.noDataArea), .proprietary, .unrepairable(.noDataArea)),
            (
                .type4, .damaged(.valuePastEnd(offset: 0, length: 9)), .readWrite,
                .damaged(.valuePastEnd(offset: 0, length: 9))
            ),
            (.type3, .damaged(.container(offset: 14)), .proprietary, .unrepairable(.container(offset: 14))),
            (.type5, .empty, .readWrite, nil),
        ] as [(TagKind, TagContent, TagAccess, TagError?)])
    func `The remedy for a tag without a message depends on the kind of tag`(
        kind: TagKind, content: TagContent, access: TagAccess, problem: TagError?
    ) {
        #expect(TagReading(uid: UID([1]), kind: kind, content: content, access: access).problem == problem)
    }
}
