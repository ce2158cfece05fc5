import { t } from '#contract/i18n/t.ts';
import type { ImportColumn } from '#contract/imports/columns.ts';
import type { ImportOptionsForm, UploadPreview } from '#contract/imports/uploads.ts';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

type Mapping = NonNullable<ImportOptionsForm['mapping']>;

const MAIN: Partial<Record<ImportColumn, string>> = {
  name: t('Name'),
  category_raw: t('Kind of business'),
  address: t('Street address'),
  city: t('City'),
  zip: t('ZIP code'),
  phone: t('Phone'),
  website: t('Website'),
  hours: t('Hours'),
};

const FURTHER: Partial<Record<ImportColumn, string>> = {
  id: t('Number at the source'),
  category: t('Our category'),
  more_categories: t('More categories'),
  lat: t('Latitude'),
  lng: t('Longitude'),
  email: t('Email'),
  state: t('State'),
  county: t('County'),
  source: t('Source'),
  date: t('Date'),
  days: t('Days it is open'),
  months: t('Months it is open'),
  special_hours: t('Hours on special days'),
  description: t('Description'),
  status: t('Status (open or closed)'),
  expires: t('Expires or closed on'),
};

/** Which column of the file holds what, each with its first values. */
export function ColumnFields({
  columns,
  mapping,
  isRemembered,
  hasCategory,
  onChange,
}: {
  columns: UploadPreview['columns'];
  mapping: Mapping;
  isRemembered: boolean;
  /** Whether rows of an unknown kind have a category. */
  hasCategory: boolean;
  onChange: (mapping: Mapping) => void;
}) {
  const isNeeded = (column: string) =>
    column === 'name' || (column === 'category_raw' && !mapping.category && !hasCategory);
  const fields = (labels: typeof MAIN) => (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
      {Object.entries(labels).map(([column, label]) => {
        const chosen = mapping[column as ImportColumn] ?? '';
        const isOther = chosen !== '' && !columns.some(({ name }) => name.toLowerCase() === chosen.toLowerCase());
        const samples = columns.find(({ name }) => name.toLowerCase() === chosen.toLowerCase())?.samples ?? [];
        return (
          <Field
            key={column}
            label={label}
            optional={!isNeeded(column)}
            hint={<Samples samples={samples} />}
            className="content-start"
          >
            {(control) => (
              <Select
                {...control}
                value={chosen}
                onChange={(event) => onChange({ ...mapping, [column]: event.target.value })}
              >
                <option value="">{t('Not in the file')}</option>
                {/* Several columns that the command has joined. */}
                {isOther && <option value={chosen}>{chosen}</option>}
                {columns.map(({ name }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a file can have a name twice.
                  <option key={index} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        );
      })}
    </div>
  );
  const used = Object.keys(FURTHER).filter((column) => mapping[column as ImportColumn]).length;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold text-lg">{t('What its columns hold')}</legend>
      {isRemembered && <p>{t('As in the last import of a file with these columns.')}</p>}
      {fields(MAIN)}
      <Disclosure summary={t('More columns ({count} used)', { count: used })}>{fields(FURTHER)}</Disclosure>
    </fieldset>
  );
}

function Samples({ samples }: { samples: string[] }) {
  if (samples.length === 0) return null;
  return (
    <span className="wrap-anywhere line-clamp-2">
      <bdi>{samples.join(' · ')}</bdi>
    </span>
  );
}
