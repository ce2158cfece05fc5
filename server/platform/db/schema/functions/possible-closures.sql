-- Keeps `listings.may_have_closed`, by which rows, pages and search leave out the hours of a business in doubt.
create or replace function mark_possible_closures() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(select listing_id from changed);
begin
  -- The same lock order in every transaction.
  perform from listings where id = any(ids) order by id for no key update;
  update listings l set may_have_closed = c.listing_id is not null
  from unnest(ids) as changed_id (id) left join possible_closures c on c.listing_id = changed_id.id
  where l.id = changed_id.id and l.may_have_closed <> (c.listing_id is not null);
  return null;
end $$;

create or replace trigger possible_closures_insert after insert on possible_closures referencing new table as changed
  for each statement execute function mark_possible_closures();
create or replace trigger possible_closures_delete after delete on possible_closures referencing old table as changed
  for each statement execute function mark_possible_closures();

