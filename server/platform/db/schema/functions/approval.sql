-- derived from the columns of listings
-- Whether the listings of an account never wait. Those of nobody are not posted.
create or replace function is_trusted(account bigint) returns boolean language sql stable as $$
  select account is null or account = 1 or account = any(r.trusted_ids) or exists (select from staff s where s.account_id = account)
  from approval_rules r
$$;

-- The columns of text whose words are not read: what owners choose, the address, links, and what the program computes.
create or replace function listing_columns_without_words() returns text[] language sql immutable parallel safe as $$
  select listing_columns_without_versions() || array['address', 'city', 'state', 'phone', 'email', 'image_url', 'social_media', 'hours',
    'special_hours', 'logo', 'photos', 'point_source', 'language', 'translations']
$$;

-- The words of the list that the text of a listing has, in any language; none while the rules are off, and none of a trusted account.
-- The text is every other column of text, so that no field passes unread.
do $$
declare
  texts text := (
    select string_agg(format(case atttypid when 'text'::regtype then 'l.%I' when 'jsonb'::regtype then 'l.%I::text'
      else 'array_to_string(l.%I, '' '')' end, attname), ', ' order by attname)
    from pg_attribute
    where attrelid = 'listings'::regclass and attnum > 0 and not attisdropped
      and atttypid in ('text'::regtype, 'text[]'::regtype, 'jsonb'::regtype) and attname <> all(listing_columns_without_words()));
begin
  execute format($function$
    create or replace function approval_words(l listings) returns text[] language sql stable as $body$
      select coalesce(array_agg(word order by word), '{}')
      from approval_rules r
        cross join lateral (select ' ' || search_fold(concat_ws(' ', %s,
          (select string_agg(concat_ws(' ', value ->> 'title', value ->> 'description'), ' ') from jsonb_each(l.translations)))) || ' ' as text
          where cardinality(r.words) > 0 offset 0) as folded
        cross join lateral unnest(r.words) as word
      where r.is_on and not is_trusted(l.owner_id) and strpos(folded.text, ' ' || word || ' ') > 0
    $body$ $function$, texts);
end $$;

-- Whether a listing that its owner publishes has to wait.
create or replace function needs_approval(l listings) returns boolean language sql stable as $$
  select r.is_on and not is_trusted(l.owner_id) and (
    r.holds_all
    or l.category_id = any(r.category_ids) or l.top_category_id = any(r.category_ids)
    or exists (select from categories c where c.id = any(l.more_category_ids) and array[c.id, c.parent_id] && r.category_ids)
    or exists (select from accounts a where a.id = l.owner_id and a.created_at > now() - make_interval(days => r.account_days))
    or cardinality(approval_words(l)) > 0)
  from approval_rules r
$$;
