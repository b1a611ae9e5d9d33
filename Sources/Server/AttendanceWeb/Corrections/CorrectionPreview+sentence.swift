import Attendance
import AttendanceStore
import Localization

extension WebError {
    /// A correction that is refused. The sentence says a time of the record, whose access is logged (``CorrectionPreview/subject``).
    init(refused correction: CorrectionPreview) {
        guard let subject = correction.subject else {
            self = .notYours
            return
        }
        let clock = LocalClock(zone: subject.zone)
        if let contradiction = correction.contradiction {
            self.init(
                .unprocessableContent, contradiction.sentence(at: subject.at, on: subject.place.date, clock),
                reason: .contradiction)
        } else {
            let taps = correction.uncounted.map { RecordWords.tap($0.kind, at: clock.time($0.at, on: subject.place.date)) }
            self.init(
                .unprocessableContent, localized("correction.uncounted", ["taps": taps.localizedList("record.separator")]),
                reason: .tapsWouldNotCount)
        }
    }
}

extension CorrectionPreview.Contradiction {
    /// - Parameter day: the working day of the tap.
    fileprivate func sentence(at: Int64, on day: CivilDate, _ clock: LocalClock) -> String {
        let time = clock.time(at)
        switch self {
        case .beforeStart(let start):
            let sentence = localized("correction.beforeStart", ["time": time, "start": clock.time(start)])
            // A time of the morning can be meant for the next date.
            return time < "12" ? [sentence, localized("correction.pastMidnight")].localizedList("done.sentences") : sentence
        case .startAfter(let tap): return localized("correction.startAfter", ["time": clock.time(tap)])
        case .afterEnd(let end): return localized("correction.afterEnd", ["time": time, "end": clock.time(end)])
        case .overlap(let tap): return localized("correction.day.overlap", ["time": clock.time(tap, on: day)])
        case .afterDeadline(let deadline, let start, let longest):
            let end = localized("record.onDay", ["what": clock.time(deadline), "day": clock.date(deadline).short])
            let longestEnd = longest.map { longest in
                localized("correction.afterLongestSession", ["deadline": end, "hours": DurationUnit.hours.text(longest)])
            }
            return localized(
                "correction.afterDeadline",
                ["time": time, "day": clock.date(start).short, "deadline": longestEnd ?? end])
        case .beforeTap(let kind, let isResume, let tap, let last):
            return localized(
                "correction.beforeTap",
                [
                    "time": time, "tap": RecordWords.tap(kind, isResume: isResume, at: clock.time(tap)),
                    "last": clock.time(last),
                ])
        }
    }
}
