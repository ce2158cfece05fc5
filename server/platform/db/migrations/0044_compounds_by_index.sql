-- In a large directory a plan that reads all compounds took a quarter more time for each batch of an import. As search_lay_down, this has
-- one plan, which looks each of them up in the index.
alter function search_learn_compounds set plan_cache_mode = force_generic_plan;
alter function search_learn_compounds set enable_seqscan = off;
alter function search_learn_compounds set enable_hashjoin = off;
alter function search_learn_compounds set enable_mergejoin = off;
