-- '' is an unknown date; null stays the date of the source.
alter table listings drop constraint listings_source_date;

alter table listings add constraint listings_source_date check (source_date ~ '^([0-9]{4}(-[0-9]{2})?)?$') not valid;
