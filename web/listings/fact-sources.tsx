import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { Icon } from '../ui/icon.tsx';

/** Who said the facts of an open-data listing, and when: 'From USDA SNAP, 2022; phone from Open Brewery DB, March 2025'. */
export const FactSources = ({ listing: { sources, unclaimed } }: { listing: ListingPage }) =>
  sources.map((source, index) => (
    <span key={`${source.title} ${source.facts}`}>
      {unclaimed && index === 0 ? t('From ') : `; ${source.facts.join(', ') || 'other facts'} from `}
      {source.url ? (
        <a href={source.url} className="link">
          {source.title}
        </a>
      ) : (
        source.title
      )}
      {source.date && `, ${formatMonth(source.date)}`}
    </span>
  ));

/** 'April 2025' of '2025-04'; a year stays as it is. */
const formatMonth = (date: string) => (date.length === 4 ? date : monthFormat.format(new Date(`${date}-15`)));
const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** Says that a source no longer has the business, or that visitors reported it closed. */
export function PossibleClosure({
  closure: { title, date, reason },
}: {
  closure: NonNullable<ListingPage['possibleClosure']>;
}) {
  return (
    <p className="mt-2 flex gap-2">
      <Icon name="info" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>
        {reason === 'reported' ? (
          <strong className="font-semibold">{t('Reported closed, being checked')}</strong>
        ) : (
          <>
            <strong className="font-semibold">{t('May have closed.')}</strong> {title}{' '}
            {reason === 'closed' ? 'listed it as closed' : 'no longer listed it'}
            {date && ` in ${formatMonth(date)}`}.
          </>
        )}
      </span>
    </p>
  );
}
