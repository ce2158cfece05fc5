import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { ImportOptionsForm } from '#contract/imports/uploads.ts';
import { queries } from '#web/base/api/queries.ts';
import { Select, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';

type TextOption = 'source' | 'title' | 'license' | 'url';

/** Where a file is from, and what counts for all of its rows. */
export function SourceFields({
  options,
  shown,
  errors,
  asksSource,
  asksDate,
  onChange,
}: {
  options: ImportOptionsForm;
  /** The options of the preview, whose source has its name, license and link. */
  shown: ImportOptionsForm;
  errors: { [field: string]: string };
  /** Whether the rows of the file do not name their source. */
  asksSource: boolean;
  /** Whether nothing in the file says of when its data is. */
  asksDate: boolean;
  onChange: (changed: Partial<ImportOptionsForm>) => void;
}) {
  const { data: categories } = useQuery(queries.categories());
  const text = (name: TextOption, label: string, hint: string, isOptional = true) => (
    <Field label={label} hint={hint} error={errors[name]} optional={isOptional} className="content-start">
      {(control) => (
        <TextInput
          {...control}
          maxLength={name === 'url' ? 2000 : 200}
          value={options[name]}
          onChange={({ target: { value } }) =>
            onChange(name === 'source' ? changeSource(options, shown, value) : { [name]: value })
          }
        />
      )}
    </Field>
  );
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold text-lg">{t('Where it is from')}</legend>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {asksSource && text('source', t('Source'), t('Keep it the same in newer files'), false)}
        {asksSource && text('title', t('Name on pages'), t('As its license asks; else the source'))}
        {asksSource && text('license', t('License'), t('Such as CC BY 4.0'))}
        {asksSource && text('url', t('Link to the data'), t('Starts with https://'))}
        <DateField options={options} isAsked={asksDate} error={errors.date} onChange={onChange} />
        <Field
          label={t('Category of other rows')}
          hint={t('For rows of an unknown kind')}
          error={errors.category}
          optional
          className="content-start"
        >
          {(control) => (
            <Select
              {...control}
              value={options.category}
              onChange={(event) => onChange({ category: event.target.value })}
            >
              <option value="">{t('None', null, 'category')}</option>
              {categories?.items.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-pacific"
          checked={options.refresh}
          onChange={(event) => onChange({ refresh: event.target.checked })}
        />
        {t('This is the whole newer file of its source: businesses that it lacks may have closed')}
      </label>
    </fieldset>
  );
}

/** Another source has no longer the name, license and link of the one that was shown. */
function changeSource(
  options: ImportOptionsForm,
  shown: ImportOptionsForm,
  source: string,
): Partial<ImportOptionsForm> {
  const isShown = source.trim() === shown.source;
  const change = (name: 'title' | 'license' | 'url') =>
    isShown ? options[name] || shown[name] : options[name] === shown[name] ? '' : options[name];
  return { source, title: change('title'), license: change('license'), url: change('url') };
}

const UNKNOWN_DATE = 'unknown';

/** Of when the data is: required, unless the file says it. Whoever does not know it says so. */
function DateField({
  options: { date, mapping },
  isAsked,
  error,
  onChange,
}: {
  options: ImportOptionsForm;
  isAsked: boolean;
  error: string | undefined;
  onChange: (changed: Pick<ImportOptionsForm, 'date'>) => void;
}) {
  const isUnknown = date === UNKNOWN_DATE;
  const isSaid = !isAsked || Boolean(mapping?.date);
  return (
    <div className="grid content-start">
      <Field
        label={t('Month of the data')}
        hint={
          isUnknown
            ? t('The file adds what is missing, and replaces nothing')
            : isSaid
              ? t('Like 2026-08, for rows without a date')
              : t('Like 2026-08')
        }
        error={error}
        optional={isUnknown || isSaid}
      >
        {(control) => (
          <TextInput
            {...control}
            value={isUnknown ? '' : date}
            disabled={isUnknown}
            onChange={(event) => onChange({ date: event.target.value })}
          />
        )}
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 shrink-0 accent-pacific"
          checked={isUnknown}
          onChange={(event) => onChange({ date: event.target.checked ? UNKNOWN_DATE : '' })}
        />
        {t('I don’t know it')}
      </label>
    </div>
  );
}
