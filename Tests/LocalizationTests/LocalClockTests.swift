import Localization
import TestOffice
import Testing

@Suite(.inEnglish) struct `Dates and times for people` {
    @Test(arguments: [
        ("Etc/UTC", "UTC"), ("UTC", "UTC"), ("Asia/Tokyo", "Asia/Tokyo"), ("America/New_York", "America/New York"),
    ])
    func `The name of a time zone is readable`(zone: String, name: String) {
        #expect(LocalClock.zoneName(zone) == name)
    }

    @Test func `A time with seconds has its day`() {
        #expect(LocalClock("Asia/Tokyo").dayAndTimeWithSeconds(TestOffice.noon.seconds) == "20 Nov 2026, 12:00:00")
    }
}
