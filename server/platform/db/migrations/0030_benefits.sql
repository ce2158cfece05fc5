-- Whether a store takes the benefits of WIC, and EBT cards: lists of the state and of the USDA say so (docs/product.md, Listings). Null: nobody says.
alter table listings add column if not exists accepts_wic boolean, add column if not exists accepts_ebt boolean;
