package import AttendanceStore
import Localization

extension DrawingChange {
    /// How many desks are new, changed, gone and as before, in the current language.
    package var sentence: String {
        let counts = ["added": added.count, "changed": changed.count, "removed": removed.count, "same": same]
        return localized("floors.change.desks", counts.mapValues { "\($0)" })
    }
}
