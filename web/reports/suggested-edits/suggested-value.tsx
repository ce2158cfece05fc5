import { t } from '#contract/i18n/t.ts';
import { SUGGESTED_EDIT_KINDS } from '#contract/reports/suggested-edit-kinds.ts';
import type { SuggestedEdit } from '#contract/reports/suggested-edits.ts';

/** What visitors say is wrong with a listing, what it says now, and what they say is right. */
export function SuggestedValue({ edit: { kind, value, listing } }: { edit: SuggestedEdit }) {
  return (
    <>
      <p className="font-semibold">{SUGGESTED_EDIT_KINDS[kind]}</p>
      {kind === 'duplicate' ? (
        <a href={`/ads/${value}`} className="link">
          {t('The other listing')}
        </a>
      ) : (
        value && (
          <p className="typed whitespace-pre-line">
            {listing.current && (
              <>
                <del className="text-muted">
                  <span className="sr-only">{t('Now: ')}</span>
                  {listing.current}
                </del>{' '}
              </>
            )}
            <ins className="no-underline">
              <span className="sr-only">{t('Suggested: ')}</span>
              {value}
            </ins>
          </p>
        )
      )}
    </>
  );
}

/** '3 visitors, counted as 2.5' where they are not all independent of each other. */
export function Evidence({ edit: { visitors, independent } }: { edit: SuggestedEdit }) {
  return independent < visitors
    ? t('{count, plural, one {# visitor} other {# visitors}}, counted as {independent, number}', {
        count: visitors,
        independent,
      })
    : t('{count, plural, one {# visitor} other {# visitors}}', { count: visitors });
}

/** The button that accepts a suggestion. */
export const acceptLabel = ({ changesListing }: Pick<SuggestedEdit, 'changesListing'>) =>
  changesListing ? t('Apply') : t('Mark as done');
/** The button that dismisses a suggestion. */
export const dismissLabel = ({ kind }: Pick<SuggestedEdit, 'kind'>) =>
  kind === 'closed' ? t('Still open') : t('Dismiss');
