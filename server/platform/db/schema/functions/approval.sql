-- Whether the listings of an account never wait. Those of nobody are not posted.
create or replace function is_trusted(account bigint) returns boolean language sql stable as $$
  select account is null or account = 1 or account = any(r.trusted_ids) or exists (select from staff s where s.account_id = account)
  from approval_rules r
$$;

-- The words of the list that the text of a listing has, in any language; none while the rules are off, and none of a trusted account.
create or replace function approval_words(l listings) returns text[] language sql stable as $$
  select coalesce(array_agg(word order by word), '{}')
  from approval_rules r
    cross join lateral (select ' ' || search_fold(concat_ws(' ', l.title, l.business_name, l.description, l.headline, l.service_area,
      l.price_notes, l.holiday_note, l.website, array_to_string(l.tags, ' '), l.faq::text, l.review::text,
      (select string_agg(concat_ws(' ', value ->> 'title', value ->> 'description'), ' ') from jsonb_each(l.translations)))) || ' ' as text
      where cardinality(r.words) > 0 offset 0) as folded
    cross join lateral unnest(r.words) as word
  where r.is_on and not is_trusted(l.owner_id) and strpos(folded.text, ' ' || word || ' ') > 0
$$;

-- Whether a listing that its owner publishes has to wait.
create or replace function needs_approval(l listings) returns boolean language sql stable as $$
  select r.is_on and not is_trusted(l.owner_id) and (
    l.category_id = any(r.category_ids) or l.top_category_id = any(r.category_ids)
    or exists (select from accounts a where a.id = l.owner_id and a.created_at > now() - make_interval(days => r.account_days))
    or cardinality(approval_words(l)) > 0)
  from approval_rules r
$$;
