-- Exports guard their cells themselves (FormulaGuard); no query calls this any more.
drop function guarded(text);
