create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Stems without stop words: 'In-N-Out' consists of stop words.
create text search dictionary search_stem (template = snowball, language = english);
create text search configuration search_stems (copy = pg_catalog.simple);
alter text search configuration search_stems alter mapping for asciiword, word, numword with search_stem;

-- Texts in Spanish have Spanish stems in the index (docs/decisions/0132-search-in-two-languages.md).
create text search dictionary search_stem_es (template = snowball, language = spanish);
create text search configuration search_stems_es (copy = pg_catalog.simple);
alter text search configuration search_stems_es alter mapping for asciiword, word, numword with search_stem_es;
