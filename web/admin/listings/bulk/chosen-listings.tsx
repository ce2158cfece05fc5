import { t } from '#contract/i18n/t.ts';

const MAX_NAMES = 5;

/** The names of the first listings that an action is for; nothing where they are those of a filter. */
export function ChosenListings({ listings }: { listings: { id: number; title: string }[] }) {
  if (listings.length === 0) return null;
  return (
    <ul aria-label={t('Selected listings')} className="typed grid gap-1 text-sm">
      {listings.slice(0, MAX_NAMES).map(({ id, title }) => (
        <li key={id}>
          <span className="font-semibold">{title}</span> <span className="text-muted">#{id}</span>
        </li>
      ))}
      {listings.length > MAX_NAMES && (
        <li className="text-muted">{t('and {count, number} more', { count: listings.length - MAX_NAMES })}</li>
      )}
    </ul>
  );
}
