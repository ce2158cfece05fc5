-- Chains of restaurants and cafés, of data/brands.csv: what is no branch of one leads lists (docs/decisions/0062-lists-are-ordered-by-relevance.md).
create table if not exists dining_chains (
  name text primary key -- as an import writes the name of each branch
);
