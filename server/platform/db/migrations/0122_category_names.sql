-- The names of categories in other languages than English: {"es": "Plomeros"}, from content/{language}/categories.csv except for those that the
-- staff wrote, which are 'name.es' in `edited`. 0123 validates the checks.

alter table categories add column names jsonb not null default '{}';

alter table categories add constraint categories_names_check check (jsonb_typeof(names) = 'object') not valid;

alter table categories drop constraint categories_edited_check;

alter table categories add constraint categories_edited_check
  check (array_to_string(edited, ' ') ~ '^((name(\.[a-z]{2})?|icon|parent|position)( |$))*$') not valid;
