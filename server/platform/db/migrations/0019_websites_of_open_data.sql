-- outside a transaction
-- The search finds the websites of unclaimed listings, which their pages show.
do $$
declare
  last bigint := 0;
  upto bigint;
begin
  loop
    select max(id) into upto from (select id from listings where id > last order by id limit 2000) as batch;
    exit when upto is null;
    update listing_search s set words = words || '''#website'''::tsvector from listings l
    where l.id = s.listing_id and l.id > last and l.id <= upto and l.website is not null and l.owner_id is null
      and l.origin in ('open-data', 'import') and not words @@ '''#website''';
    commit;
    last := upto;
  end loop;
end $$;
