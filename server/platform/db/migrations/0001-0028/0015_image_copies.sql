-- Pictures at the image URL of a listing are copied into storage (docs/decisions/0054-pictures-of-other-sites-are-copied.md).
alter table photos add column is_copy boolean not null default false; -- of a listing's image_url; not one of its form's pictures
create index photos_copies on photos (listing_id) where is_copy;
alter table listings
  -- Of the current image_url; the shape of logo.
  add column image_copy jsonb check (jsonb_typeof(image_copy) = 'object'),
  -- The picture at the current image_url cannot be copied.
  add column image_refused boolean not null default false,
  add check (image_copy is null or (image_url is not null and not image_refused));
create index listings_image_not_copied on listings (id) where image_url is not null and image_copy is null and not image_refused;

drop view public_listings;
create view public_listings as
select *, case when level <> 'free' and paid_until > now() then level else 'free' end as shown_level
from listings
where status = 'active' and not owner_suspended and (expires_at is null or expires_at > now());

-- A listing has a picture when visitors see one.
do $$
declare
  has_picture text := replace(pg_get_functiondef('search_lay_down'::regproc), 'l.image_url is not null', 'l.image_copy is not null');
  changed text := replace(replace(pg_get_functiondef('listings_are_searched'::regproc), 'f.image_url', 'f.image_copy'), 'o.image_url', 'o.image_copy');
begin
  assert has_picture like '%l.image_copy is not null%' and changed like '%f.image_copy%o.image_copy%';
  execute has_picture;
  execute changed;
end $$;
select search_lay_down_again(array(select id from listings where image_url is not null and level <> 'free'));
