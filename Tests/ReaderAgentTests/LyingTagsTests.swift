import Testing

@testable import ReaderAgent

@Suite struct `Lying tags` {
    private let start = ContinuousClock.now
    private let tag: [UInt8] = [4, 1, 2, 3, 4, 5, 6]
    private let other: [UInt8] = [4, 9, 9, 9, 9, 9, 9]

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test func `are taken once, and again after they were lifted`() {
        var tags = LyingTags()
        let visit = tags.inserted("A")
        #expect(!tags.wasTaken(tag, on: "A", laidAt: after(0)))
        let left1 = tags.lies(tag, visit)
        #expect(!left1)
        _ = tags.inserted("A")
        #expect(tags.wasTaken(tag, on: "A", laidAt: after(1000)))
        #expect(!tags.wasTaken(other, on: "A", laidAt: after(1000)))
        #expect(!tags.wasTaken(tag, on: "B", laidAt: after(1000)))
        let lifted2 = tags.removed("A", at: after(2000))
        #expect(lifted2)
        #expect(!tags.wasTaken(tag, on: "A", laidAt: after(2300)))
    }

    @Test func `that the reader loses for a moment were not lifted`() {
        var tags = LyingTags()
        _ = tags.lies(tag, tags.inserted("A"))
        let lifted3 = tags.removed("A", at: after(0))
        #expect(lifted3)
        let visit = tags.inserted("A")
        #expect(tags.wasTaken(tag, on: "A", laidAt: after(299)))
        let left4 = tags.lies(tag, visit)
        #expect(!left4)
        #expect(tags.wasTaken(tag, on: "A", laidAt: after(5000)))
    }

    @Test func `that leave before they are written down are known to have left`() {
        var tags = LyingTags()
        let visit = tags.inserted("A")
        let lifted5 = tags.removed("A", at: after(100))
        #expect(!lifted5)
        #expect(!tags.isThere(visit))
        let left6 = tags.lies(tag, visit)
        #expect(left6)
        #expect(!tags.wasTaken(tag, on: "A", laidAt: after(1000)))
    }

    @Test func `go on lying when their reader or pcscd goes and comes back`() {
        var tags = LyingTags()
        _ = tags.lies(tag, tags.inserted("A"))
        tags.detached("A")
        _ = tags.inserted("A")
        #expect(tags.wasTaken(tag, on: "A", laidAt: after(60_000)))
    }

    @Test func `were not lifted where the reader only begins by being empty`() {
        var tags = LyingTags([LyingTag(reader: "A", uid: tag)])
        tags.attached("A", at: after(0))
        let lifted = tags.removed("A", at: after(1))
        #expect(lifted)
        #expect(tags.wasTaken(tag, on: "A", laidAt: after(2600)))
        #expect(!tags.wasTaken(tag, on: "A", laidAt: after(3001)))
    }

    @Test func `are taken anew once lifted, however new the reader is that showed them`() {
        var tags = LyingTags()
        tags.attached("A", at: after(0))
        let left = tags.lies(tag, tags.inserted("A"))
        let lifted = tags.removed("A", at: after(200))
        #expect(!left && lifted)
        #expect(!tags.wasTaken(tag, on: "A", laidAt: after(1000)))
    }

    @Test func `are recalled after a restart, until the reader is seen empty`() {
        var tags = LyingTags([LyingTag(reader: "A", uid: tag)])
        #expect(tags.wasTaken(tag, on: "A", laidAt: after(0)))
        let lifted7 = tags.removed("A", at: after(0))
        #expect(lifted7)
        let lifted8 = tags.removed("A", at: after(10))
        #expect(!lifted8)
        #expect(!tags.wasTaken(tag, on: "A", laidAt: after(1000)))
    }

    @Test func `are told apart visit by visit`() {
        var tags = LyingTags()
        let first = tags.inserted("A")
        let second = tags.inserted("A")
        #expect(!tags.isThere(first))
        #expect(tags.isThere(second))
    }
}
