import { t } from '#contract/i18n/t.ts';
import type { ClaimDoubt } from '#contract/ownership/claims.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';

/** What of a claim proves nothing, and why. */
export function ClaimDoubts({ doubts }: { doubts: ClaimDoubt[] }) {
  if (doubts.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1 text-sm" aria-label={t('What proves nothing')}>
      {doubts.map((doubt) => (
        <li key={doubt.about} className="flex gap-1.5">
          <Icon name="triangle-alert" className="mt-0.5 size-[1em] shrink-0 text-danger" />
          <span>{toSentence(doubt)}</span>
        </li>
      ))}
    </ul>
  );
}

function toSentence({ about, reason, at }: ClaimDoubt) {
  const date = at && <DateTime at={at} />;
  if (about === 'claimant') return rich('We took this listing back from this account on {date}.', { date });
  const isWebsite = about === 'website';
  if (reason === 'suggested')
    return isWebsite
      ? t('A visitor suggested the website, so it proves nothing.')
      : t('A visitor suggested the phone number, so it proves nothing.');
  if (reason === 'staff')
    return isWebsite
      ? t('The staff entered the website, so it proves nothing.')
      : t('The staff entered the phone number, so it proves nothing.');
  if (date === null)
    return isWebsite
      ? t('The website may have changed in the past 90 days, so it proves nothing.')
      : t('The phone number may have changed in the past 90 days, so it proves nothing.');
  return isWebsite
    ? rich('The website changed on {date}. It proves nothing for 90 days.', { date })
    : rich('The phone number changed on {date}. It proves nothing for 90 days.', { date });
}
