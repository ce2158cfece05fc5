import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { BranchMatch, BranchRow } from '#contract/ownership/branch-files.ts';
import { queries } from '#web/base/api/queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { openingHours } from '#web/opening-hours/opening-hours.ts';
import type { EditedRow } from './use-add-branches.ts';

/** What can be mended here; the rest by the form of the listing. */
const EDITABLE = ['businessName', 'title', 'address', 'city', 'zipCode', 'phone', 'email', 'website'] as const;
type EditableField = (typeof EDITABLE)[number];
const isEditable = (path: string): path is EditableField => (EDITABLE as readonly string[]).includes(path);

/** A row of a file: what was read, what is wrong at its field, and what becomes of it. */
export function BranchRowCard({ row, onChange }: { row: EditedRow; onChange: (changed: Partial<EditedRow>) => void }) {
  const { form, issues, notes, line, result, isLeftOut } = row;
  const isDone = result !== undefined && result.outcome !== 'refused';
  const categories = useQuery(queries.categories()).data?.items ?? [];
  const names = [Number(form.categoryId), ...(form.moreCategoryIds ?? [])].map(
    (id) => categories.find((category) => category.id === id)?.name,
  );
  const facts = [
    names.filter(Boolean).join(', '),
    form.phone,
    form.website,
    form.hours && formatHours(form.hours),
  ].filter(Boolean);
  const wrong = [...new Set(issues.map(({ path }) => path))];
  const place = [form.address, [form.city, form.zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <li>
      <Card className="grid gap-2 p-4">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h3 className="typed wrap-anywhere font-semibold text-base">{form.businessName || t('No name')}</h3>
          <Outcome row={row} />
        </div>
        <p className="typed wrap-anywhere">{place || t('Line {line}', { line: String(line) })}</p>
        {facts.length > 0 && <p className="typed wrap-anywhere text-muted text-sm">{facts.join(' · ')}</p>}
        {!isDone && notes.length > 0 && (
          <ul className="text-muted text-sm">
            {notes.map((note) => (
              <li key={note} className="wrap-anywhere">
                {note}
              </li>
            ))}
          </ul>
        )}
        {!isDone && <Question row={row} onChange={onChange} />}
        {!isDone && result?.message && issues.length === 0 && (
          <p role="alert" className="text-danger">
            {result.message}
          </p>
        )}
        {!isDone &&
          !isLeftOut &&
          wrong.map((path) => (
            <WrongField key={path} path={path} row={row} onChange={(form) => onChange({ form, isEdited: true })} />
          ))}
        {!isDone && (row.match === 'new' || row.match === 'claim') && (
          <label className="flex min-h-11 items-center gap-3 text-sm">
            <input
              type="checkbox"
              className="size-5 accent-pacific"
              checked={isLeftOut}
              onChange={({ target }) => onChange({ isLeftOut: target.checked })}
            />
            {t('Leave this one out')}
          </label>
        )}
      </Card>
    </li>
  );
}

const MATCH_LABELS: Record<BranchMatch, string> = {
  new: t('New branch'),
  yours: t('Already yours'),
  claim: t('Listed already: you claim it'),
  unclaimed: t('Listed already'),
  taken: t('Belongs to another account'),
  twice: t('Twice in the file'),
};

function Outcome({ row: { match, result, isLeftOut, issues } }: { row: EditedRow }) {
  if (result && result.outcome !== 'refused') {
    const label =
      result.outcome === 'claimed'
        ? t('Claimed')
        : result.outcome === 'joined'
          ? t('Added to your branches')
          : result.outcome === 'waiting'
            ? t('Waiting for approval')
            : t('Published');
    return (
      <Badge tone="success">
        <a href={`/ads/${result.listingId}`}>{label}</a>
      </Badge>
    );
  }
  if (isLeftOut) return <Badge>{t('Left out')}</Badge>;
  if (issues.length > 0) return <Badge tone="danger">{t('Something is missing')}</Badge>;
  return <Badge tone={match === 'new' || match === 'claim' ? 'info' : 'neutral'}>{MATCH_LABELS[match]}</Badge>;
}

/** What a row that is listed already asks for. */
function Question({
  row: { match, listing, isAnother },
  onChange,
}: {
  row: EditedRow;
  onChange: (changed: Partial<EditedRow>) => void;
}) {
  if (match === 'taken') return <p className="text-sm">{t('It stays as it is. If it’s yours, write to us.')}</p>;
  if (match === 'twice') return <p className="text-sm">{t('Only the first of these rows is added.')}</p>;
  if (match !== 'unclaimed' || !listing) return null;
  const a = (text: React.ReactNode) => (
    <a href={`/ads/${listing.id}`} target="_blank" rel="noopener" className="link">
      {text}
    </a>
  );
  return (
    <>
      <p className="typed wrap-anywhere text-sm">
        {rich(
          'Your account’s email isn’t at its website, so claim <a>{title}</a> on its page, then add it from your listings.',
          {
            a,
            title: listing.title,
          },
        )}
      </p>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-5 accent-pacific"
          checked={isAnother}
          onChange={({ target }) => onChange({ isAnother: target.checked })}
        />
        {t('That’s another business: add mine as new')}
      </label>
    </>
  );
}

/** A field with what is wrong with it, and where it can be mended here. */
function WrongField({
  path,
  row: { form, issues },
  onChange,
}: {
  path: string;
  row: BranchRow;
  onChange: (form: BranchRow['form']) => void;
}) {
  const [name = ''] = path.split('.');
  const message = issues.find((issue) => issue.path === path)?.message;
  const label = LISTING_FIELDS[name as ListingFieldName]?.label;
  if (!isEditable(path)) return <p className="text-danger text-sm">{label ? `${label}: ${message}` : message}</p>;
  return (
    <Field label={LISTING_FIELDS[path].label} error={message}>
      {(control) => (
        <TextInput
          {...control}
          value={form[path]}
          autoComplete="off"
          onChange={({ target }) => onChange({ ...form, [path]: target.value })}
        />
      )}
    </Field>
  );
}

const formatHours = (hours: NonNullable<BranchRow['form']['hours']>) =>
  openingHours(hours)
    .map(({ day, times }) => `${day} ${times.join(', ')}`)
    .join('; ');
