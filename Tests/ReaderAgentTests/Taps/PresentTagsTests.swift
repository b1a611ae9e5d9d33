import Testing

@testable import ReaderAgent

@Suite struct `Present tags` {
    private let start = ContinuousClock.now
    private let tag: [UInt8] = [4, 1, 2, 3, 4, 5, 6]
    private let other: [UInt8] = [4, 9, 9, 9, 9, 9, 9]

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test func `A present tag makes one tap, and another one after its removal`() {
        var tags = PresentTags()
        let placement = tags.inserted("A")
        #expect(!tags.hasMadeTap(tag, on: "A", detectedAt: after(0)))
        let left1 = tags.markPresent(tag, placement)
        #expect(!left1)
        _ = tags.inserted("A")
        #expect(tags.hasMadeTap(tag, on: "A", detectedAt: after(1000)))
        #expect(!tags.hasMadeTap(other, on: "A", detectedAt: after(1000)))
        #expect(!tags.hasMadeTap(tag, on: "B", detectedAt: after(1000)))
        let lifted2 = tags.removed("A", at: after(2000))
        #expect(lifted2)
        #expect(!tags.hasMadeTap(tag, on: "A", detectedAt: after(2300)))
    }

    @Test func `A tag that the reader loses for less than 300 ms was not removed`() {
        var tags = PresentTags()
        _ = tags.markPresent(tag, tags.inserted("A"))
        let lifted3 = tags.removed("A", at: after(0))
        #expect(lifted3)
        let placement = tags.inserted("A")
        #expect(tags.hasMadeTap(tag, on: "A", detectedAt: after(299)))
        let left4 = tags.markPresent(tag, placement)
        #expect(!left4)
        #expect(tags.hasMadeTap(tag, on: "A", detectedAt: after(5000)))
    }

    @Test func `A tag that is removed before its tap is saved counts as removed`() {
        var tags = PresentTags()
        let placement = tags.inserted("A")
        let lifted5 = tags.removed("A", at: after(100))
        #expect(!lifted5)
        #expect(!tags.isPresent(placement))
        let left6 = tags.markPresent(tag, placement)
        #expect(left6)
        #expect(!tags.hasMadeTap(tag, on: "A", detectedAt: after(1000)))
    }

    @Test func `A present tag makes no second tap after its reader or pcscd returns`() {
        var tags = PresentTags()
        _ = tags.markPresent(tag, tags.inserted("A"))
        tags.detached("A")
        _ = tags.inserted("A")
        #expect(tags.hasMadeTap(tag, on: "A", detectedAt: after(60_000)))
    }

    @Test func `A new reader's first empty report does not count as a removal for 3 s`() {
        var tags = PresentTags([PresentTag(reader: "A", uid: tag)])
        tags.attached("A", at: after(0))
        let lifted = tags.removed("A", at: after(1))
        #expect(lifted)
        #expect(tags.hasMadeTap(tag, on: "A", detectedAt: after(2600)))
        #expect(!tags.hasMadeTap(tag, on: "A", detectedAt: after(3001)))
    }

    @Test func `A tag removed from a new reader makes another tap when it returns`() {
        var tags = PresentTags()
        tags.attached("A", at: after(0))
        let left = tags.markPresent(tag, tags.inserted("A"))
        let lifted = tags.removed("A", at: after(200))
        #expect(!left && lifted)
        #expect(!tags.hasMadeTap(tag, on: "A", detectedAt: after(1000)))
    }

    @Test func `A tag present before a restart makes no tap until the reader was empty`() {
        var tags = PresentTags([PresentTag(reader: "A", uid: tag)])
        #expect(tags.hasMadeTap(tag, on: "A", detectedAt: after(0)))
        let lifted7 = tags.removed("A", at: after(0))
        #expect(lifted7)
        let lifted8 = tags.removed("A", at: after(10))
        #expect(!lifted8)
        #expect(!tags.hasMadeTap(tag, on: "A", detectedAt: after(1000)))
    }

    @Test func `Successive placements on a reader are distinguished`() {
        var tags = PresentTags()
        let first = tags.inserted("A")
        let second = tags.inserted("A")
        #expect(!tags.isPresent(first))
        #expect(tags.isPresent(second))
    }
}
