import NFCTag
import Testing

@Suite struct `The remedy` {
    @Test(
        arguments: [
            (.tagGone, .layAgain), (.notVerified(block: 4), .layAgain), (.otherTag(TagUID([1, 2, 3, 4])), .expectedTag),
            // A reader that knows neither FF B0 nor FF C2.
            (.refused(.transparentSession, .functionNotSupported), .otherReader),
            (.refused(.readBinary(block: 0), .unknownInstruction), .otherReader),
            (.notPassed(.transparentSession, .refused(.functionNotSupported)), .otherReader),
            // A refused read may be a tag at the edge of the field; of a refused write the block was read since.
            (.refused(.readBinary(block: 0), .failed), .layAgain), (.refused(.getUID, .failed), .layAgain),
            (.refused(.updateBinary(block: 5), .failed), .writableTag),
            (.notPassed(.readBinary(block: 2), .noAnswer), .layAgain),
            (.refusedByTag(.readBinary(block: 0), .commandNotSupported), .otherTag),
            (.refusedByTag(.updateBinary(block: 2), .optionNotSupported), .otherTag),
            (.refusedByTag(.updateBinary(block: 2), .blockLocked), .writableTag),
            (.refusedByTag(.updateBinary(block: 2), .unknown), .writableTag),
            (.refusedByTag(.updateBinary(block: 2), .custom(0xA0)), .writableTag),
            (.refusedByTag(.readBinary(block: 2), .malformedAnswer), .layAgain),
            // Answers of the card itself.
            (.refused(.readFile(offset: 0), StatusWord(0x6982)), .otherTag),
            (.refused(.readFile(offset: 0), .wrongLength), .otherTag), (.refused(.readFile(offset: 0), .failed), .layAgain),
            (.refused(.selectFile(0xE104), .notFound), .otherTag),
            (.refused(.updateFile(offset: 0), StatusWord(0x6982)), .writableTag),
            (.tooSmall(missing: 1), .largerTag), (.writeProtected, .writableTag), (.unformatted, .format),
            (.damaged(.noDataArea), .forcedFormat), (.unrepairable(.noDataArea), .otherTag), (.noNDEF(.classic), .otherTag),
            (.containerSpoilt, .otherTag), (.locksUnknown, .lockableTag), (.noLock(.type4), .lockableTag),
            (.dumpDoesNotFit(.size(dump: 4, tag: 8)), .forcedRestore),
        ] as [(TagError, TagRemedy)])
    func `is to try again only where that may work`(error: TagError, remedy: TagRemedy) {
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
    func `of a reading without a message depends on the kind of tag`(
        kind: TagKind, content: TagContent, access: TagAccess, problem: TagError?
    ) {
        #expect(TagReading(uid: TagUID([1]), kind: kind, content: content, access: access).problem == problem)
    }

    @Test func `names one byte as one`() {
        #expect("\(TagError.tooSmall(missing: 1))" == "the tag is too small: 1 byte is missing")
        #expect("\(TagError.tooSmall(missing: 2))" == "the tag is too small: 2 bytes are missing")
    }
}
