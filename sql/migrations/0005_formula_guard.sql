-- A text as it may stand in a cell: what a spreadsheet would run as a formula (CWE-1236) gets an apostrophe in front.
create function guarded(value text) returns text
    language sql immutable parallel safe
    return case when value ~ '^[-=+@\t\r\n＝＋－＠]' then '''' || value else value end;
