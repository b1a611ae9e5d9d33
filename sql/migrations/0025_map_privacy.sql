-- Who reads names on an office's map, and whether people there may stay unnamed on it. HR and administrators read all of them.
alter table office
    add column names_shown_to text not null default 'office' check (names_shown_to in ('everybody', 'office', 'managers')),
    add column allows_private bool not null default true;

-- Somebody is at a desk, and it is not said who.
alter table person add column is_private bool not null default false;
