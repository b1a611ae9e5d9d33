-- The next events of the cursor of declare_corrected_events. No row: there are no more.
fetch 1000 from corrected_events
