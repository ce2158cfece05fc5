import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { formatDataMonth } from '#web/base/formats/data-month.ts';
import { Icon } from '#web/base/ui/icon.tsx';

/** Says that a source no longer has the business, or that visitors reported it closed. */
export default function PossibleClosure({
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
            <strong className="font-semibold">{t('May have closed.')}</strong>{' '}
            {closureText({ source: title, month: date && formatDataMonth(date), isListed: reason === 'closed' })}
          </>
        )}
      </span>
    </p>
  );
}

function closureText({ source, month, isListed }: { source: string; month: string | null; isListed: boolean }) {
  if (isListed)
    return month
      ? t('{source} listed it as closed in {month}.', { source, month })
      : t('{source} listed it as closed.', { source });
  return month
    ? t('{source} no longer listed it in {month}.', { source, month })
    : t('{source} no longer listed it.', { source });
}
