import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { Mailing, MailingKind } from '#contract/mailings.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { mailingsQuery, useToggleMailing } from './mailings.ts';
import { Panel } from './panel.tsx';

const LABELS: Record<MailingKind, { label: string; hint: string }> = {
  'weekly-summary': { label: t('Email me the weekly summary'), hint: t('Sent every Monday.') },
  'free-summary': {
    label: t('Email me how my free listings did'),
    hint: t('Views and messages of the week, every Monday.'),
  },
  'accuracy-check': { label: t('Ask me if my listings are still right'), hint: t('Sent twice a year at most.') },
  announcement: {
    label: t('Email me news for owners'),
    hint: t('What’s new here, and how to get more from a listing.'),
  },
  'review-reply': { label: t('Email me when a business replies to my review'), hint: t('Once for each review.') },
};

/** The settings for emails that can be turned off; those about listings are for owners. */
export function MailingsPanel({ isOwner }: { isOwner: boolean }) {
  const { data, error, refetch } = useQuery(mailingsQuery);
  return (
    <Panel
      title={t('Emails that you can turn off')}
      lead={
        isOwner &&
        t('The weekly summary says how your Enhanced and Premium listings did. Your email must be confirmed.')
      }
    >
      {!data && !error && (
        <SkeletonGroup label={t('Loading your email settings…')}>
          <Skeleton className="h-15" />
        </SkeletonGroup>
      )}
      {!data && error && (
        <div className="grid justify-items-start gap-3">
          <p>{t('We couldn’t load your email settings.')}</p>
          <Button variant="secondary" size="sm" onClick={() => refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {data?.items
        .filter(({ kind }) => isOwner || kind === 'review-reply')
        .map((mailing) => (
          <MailingSwitch key={mailing.kind} mailing={mailing} />
        ))}
    </Panel>
  );
}

function MailingSwitch({ mailing: { kind, on } }: { mailing: Mailing }) {
  const { toggle, busy } = useToggleMailing(kind);
  // The requested value is shown until the API has answered.
  const [optimistic, setOptimistic] = useState(on);
  const checked = busy ? optimistic : on;
  const { label, hint } = LABELS[kind];
  const change = (to: boolean) => {
    if (busy) return;
    setOptimistic(to);
    void toggle(to);
  };
  return (
    <Switch
      label={label}
      hint={busy ? t('Saving...') : checked ? hint : t('Off')}
      checked={checked}
      aria-busy={busy}
      onChange={({ target }) => change(target.checked)}
    />
  );
}
