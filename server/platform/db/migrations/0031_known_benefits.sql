-- outside a transaction
-- What the rows of these lists say that earlier releases imported, as listings or merged into those of other sources.
update listings set accepts_wic = true where source = 'CA WIC vendors via code4sac' and accepts_wic is null;
update listings set accepts_ebt = true where source = 'USDA SNAP historical retailers 2022' and accepts_ebt is null;

update listings l set accepts_wic = true,
  facts = facts || jsonb_build_object('wic', jsonb_build_object('source', s.name, 'date', coalesce(s.date, '')))
from merged_rows m join sources s on s.name = m.source
where m.source = 'CA WIC vendors via code4sac' and l.id = m.listing_id and l.accepts_wic is null;
update listings l set accepts_ebt = true,
  facts = facts || jsonb_build_object('ebt', jsonb_build_object('source', s.name, 'date', coalesce(s.date, '')))
from merged_rows m join sources s on s.name = m.source
where m.source = 'USDA SNAP historical retailers 2022' and l.id = m.listing_id and l.accepts_ebt is null;

update listing_search s set words = s.words || array_to_tsvector(array_remove(array[
  case when l.accepts_wic then '#wic' end, case when l.accepts_ebt then '#ebt' end], null))
from listings l where l.id = s.listing_id and (l.accepts_wic or l.accepts_ebt);
