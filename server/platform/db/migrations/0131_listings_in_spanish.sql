-- outside a transaction
-- The words of listings that 0130 indexes otherwise: those in Spanish, and translated ones. The loop has no empty line, and a commit for
-- every batch, so that nobody waits for its locks.

do $$
declare
  after_id bigint := 0;
  last_id bigint;
  ids bigint[];
begin
  loop
    select max(id), array_agg(id) filter (where language <> 'en' or translations <> '{}' or search_is_spanish(description)
        or search_is_spanish_name(search_fold(title)) or search_is_spanish_name(search_fold(business_name)))
      into last_id, ids
      from (select * from listings where id > after_id order by id limit 1000) as batch;
    exit when last_id is null;
    if ids is not null then perform search_lay_down_again(ids); end if;
    commit;
    after_id := last_id;
  end loop;
end $$;
