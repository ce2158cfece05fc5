-- A title and a description in other languages, each of them optional: {"es": {"title": "…", "description": "…"}}
-- (docs/decisions/0131-listings-in-two-languages.md).
create or replace function are_translations(texts jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(texts) = 'object' and octet_length(texts::text) <= 8000 and not exists (
    select from jsonb_each(case jsonb_typeof(texts) when 'object' then texts else '{}' end) as translation,
      jsonb_each(case jsonb_typeof(translation.value) when 'object' then translation.value else '{"": null}' end) as text
    where translation.key !~ '^[a-z]{2}$' or jsonb_typeof(text.value) <> 'string'
      or char_length(text.value #>> '{}') not between 1 and case text.key when 'title' then 100 when 'description' then 1000 else 0 end)
$$;

-- The host of a website: 'example.com' of 'https://www.Example.com/irvine'.
create or replace function website_domain(website text) returns text language sql immutable strict parallel safe as $$
  select substring(lower(website) from '^(?:https?://)?(?:www\.)?([^/:?#]+)')
$$;
