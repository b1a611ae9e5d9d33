-- The next of those that `declare_corrected_events` finds.
fetch 1000 from corrected_events
