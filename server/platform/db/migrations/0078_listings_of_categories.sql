-- outside a transaction
-- The listings of a category in any state, by id: those that follow a change of it.

drop index concurrently if exists listings_in_category;

create index concurrently listings_in_category on listings (category_id, id);

drop index concurrently if exists categories_merged_into;

create index concurrently categories_merged_into on categories (merged_into) where merged_into is not null;
