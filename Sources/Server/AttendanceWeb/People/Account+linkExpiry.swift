package import Attendance
package import AttendanceStore
package import Localization

extension Account {
    /// When a sign-in link that is created now expires: its lifetime counts from the start of the person's first day, if that is to
    /// come. At most ``SignInLinkStore/longestLifetime`` from now.
    /// - Parameter clock: of the person's office.
    package func linkExpiry(
        after lifetime: Duration = SignInLinkStore.lifetime, _ clock: LocalClock, now: Instant
    ) -> Instant {
        let firstDay = details.firstDay.map { Instant(millisecondsSince1970: clock.midnight($0) * 1000) }
        return min(max(now, firstDay ?? now) + lifetime, now + SignInLinkStore.longestLifetime)
    }
}
