-- outside a transaction
alter table listings validate constraint listings_service_radius;

alter table listings validate constraint listings_no_street;

-- What owners show stays as it is until they choose.
do $$
declare
  owner bigint := 0;
begin
  loop
    select owner_id into owner from listings where owner_id > owner order by owner_id limit 1;
    exit when not found;
    update listings set email_shown = null where owner_id = owner and email is not null and not email_shown;
    commit;
  end loop;
end $$;
