-- A connection would plan the statements of search_lay_down anew for its first five calls, which takes five times as long as executing
-- them. A plan from the time when the directory was small would scan tables that grow: hence only indexes.
alter function search_lay_down set plan_cache_mode = force_generic_plan;
alter function search_lay_down set enable_seqscan = off;

-- Special hours are computed only for listings that have any.
do $$
declare
  lay_down text := replace(pg_get_functiondef('search_lay_down'::regproc), '    offset 0
  ) as special on l.special_hours <> ''[]''', '    where l.special_hours <> ''[]''
    offset 0
  ) as special on true');
begin
  assert lay_down like '%) as special on true%';
  execute lay_down;
end $$;

-- An insert with 'on conflict do update' fires the triggers of both inserts and updates, one of them without rows.
create or replace function names_are_learnt() returns trigger language plpgsql as $$
declare
  ids bigint[] := array(select listing_id from fresh);
begin
  if cardinality(ids) > 0 then perform search_learn_compounds(ids); end if;
  return null;
end $$;
