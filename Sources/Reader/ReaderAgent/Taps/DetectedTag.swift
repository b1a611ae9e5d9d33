/// A tag that was detected on a reader, with the time of its detection.
struct DetectedTag: Sendable {
    let placement: PresentTags.Placement
    let detectedAt: ContinuousClock.Instant
    /// The same time as RFC 3339 with milliseconds and the local offset.
    let at: String
}
