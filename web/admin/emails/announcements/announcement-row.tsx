import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Announcement } from '#contract/admin/emails/announcements.ts';
import { t } from '#contract/i18n/t.ts';
import { Progress } from '#web/admin/imports/progress.tsx';
import { useCategoryOptions } from '#web/admin/listings/loaded-choices.tsx';
import { queries } from '#web/base/api/queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { LAST_SEEN_LABELS, PLAN_LABELS } from './announcement-labels.ts';
import { useAnnouncementActions } from './announcement-queries.ts';
import { RecipientLog } from './recipient-log.tsx';

/** An email to owners: its progress, what became of it, its text and its recipients. */
export function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const { texts, startedAt, startedBy, state, counts } = announcement;
  const [isAsking, setAsking] = useState(false);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const left = counts.waiting + counts.sending;
  return (
    <li className="grid gap-3 rounded-card border bg-card p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-semibold">{texts.en.subject}</p>
          <p className="text-muted text-sm">
            {rich('{date} by {name}', {
              date: <DateTime at={startedAt} />,
              name: <span className="wrap-anywhere">{startedBy ?? t('a deleted account')}</span>,
            })}
          </p>
          <p className="text-muted text-sm">{useAudienceLabel(announcement)}</p>
        </div>
        {state === 'running' && (
          <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
            {t('Stop')}
            <span className="sr-only"> {texts.en.subject}</span>
          </Button>
        )}
      </div>
      {state === 'running' && (
        <Progress
          label={t('Sending…')}
          share={all === 0 ? 1 : (all - left) / all}
          detail={t('{done, number} of {count, number}', { done: all - left, count: all })}
        />
      )}
      <p className="text-sm tabular-nums">{describeCounts(announcement)}</p>
      <Disclosure summary={t('Text')}>
        <div className="grid gap-4">
          {(['en', 'es'] as const).map((language) => {
            const text = texts[language];
            return (
              text && (
                <div key={language} lang={language} className="wrap-anywhere">
                  <p className="font-semibold">{text.subject}</p>
                  <p className="whitespace-pre-line">{text.body}</p>
                </div>
              )
            );
          })}
        </div>
      </Disclosure>
      <RecipientLog id={announcement.id} />
      {isAsking && <StopDialog announcement={announcement} onClose={() => setAsking(false)} />}
    </li>
  );
}

function StopDialog({ announcement: { id, counts }, onClose }: { announcement: Announcement; onClose: () => void }) {
  const { stop } = useAnnouncementActions();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    const failed = await stop(id);
    setBusy(false);
    setFailure(failed?.message);
    if (!failed) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Stop sending?')}
      actions={
        <>
          <Button variant="danger" busy={busy} onClick={confirm}>
            {t('Stop sending')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Go on')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          '{count, plural, one {# owner who waits doesn’t get it} other {# owners who wait don’t get it}}. What was sent can’t be taken back.',
          { count: counts.waiting },
        )}
      </p>
      {failure && (
        <p role="alert" className="mt-3 text-danger">
          {failure}
        </p>
      )}
    </Dialog>
  );
}

/** Who an email went to, in words. */
function useAudienceLabel({ filter: { plan, county, category, lastSeen }, isNews }: Announcement): string {
  const { data: counties } = useQuery(queries.counties());
  const categories = useCategoryOptions();
  return [
    isNews ? t('News') : t('About their listings'),
    plan !== 'any' && PLAN_LABELS[plan],
    county && (counties?.items.find(({ slug }) => slug === county)?.name ?? county),
    category && (categories?.find(([slug]) => slug === category)?.[1] ?? category),
    lastSeen !== 'any' && t('Last seen: {when}', { when: LAST_SEEN_LABELS[lastSeen] }),
  ]
    .filter(Boolean)
    .join(' · ');
}

const describeCounts = ({ counts, bounced, unsubscribedSince }: Announcement) =>
  [
    t('{count, number} sent', { count: counts.sent }),
    counts.failed > 0 && t('{count, number} failed', { count: counts.failed }),
    bounced > 0 && t('{count, number} came back', { count: bounced }),
    counts.unsubscribed > 0 && t('{count, number} had unsubscribed', { count: counts.unsubscribed }),
    unsubscribedSince > 0 && t('{count, number} unsubscribed since', { count: unsubscribedSince }),
    counts.stopped > 0 && t('{count, number} stopped', { count: counts.stopped }),
  ]
    .filter(Boolean)
    .join(' · ');
