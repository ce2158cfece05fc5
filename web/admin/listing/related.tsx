import type { ReactNode } from 'react';
import type { Desk } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import { REPORT_REASONS } from '#contract/reports/report-reasons.ts';
import { SUGGESTED_EDIT_KINDS } from '#contract/reports/suggested-edit-kinds.ts';
import { FACTS_CLASS, Fact } from '#web/admin/fact.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { LEVEL_NAMES } from '#web/owner-listings/status.ts';
import { Nothing, Panel } from './panel.tsx';
import { SeparateRowButton, SplitListingsButton } from './split-buttons.tsx';

const ORIGINS: Record<Desk['origin'], string> = {
  account: t('Posted by an owner'),
  import: t('An imported file'),
  'open-data': t('Open data'),
  sample: t('Sample'),
  staff: t('Posted by the staff'),
};

/** Owner, dates and figures. */
export function Overview({ desk: { listing, owner, origin, figures, confirmedAt } }: { desk: Desk }) {
  return (
    <Panel title={t('Overview')}>
      <dl className={FACTS_CLASS}>
        <Fact name={t('Owner')}>
          {owner ? (
            <>
              <a href={`/admin?tab=all&user=${encodeURIComponent(owner.username)}`} className="link wrap-anywhere">
                {owner.username}
              </a>{' '}
              {!owner.isActive && <Badge tone="danger">{t('Suspended')}</Badge>}
              {owner.email && (
                <a href={`mailto:${owner.email}`} className="link block wrap-anywhere">
                  {owner.email}
                </a>
              )}
            </>
          ) : (
            t('Unclaimed')
          )}
        </Fact>
        <Fact name={t('From', null, 'origin')}>{ORIGINS[origin]}</Fact>
        <Fact name={t('Posted')}>
          <DateTime at={listing.createdAt} />
        </Fact>
        <Fact name={t('Changed')}>
          <DateTime at={listing.updatedAt} />
        </Fact>
        <Fact name={t('Ends')}>{listing.expiresAt ? <DateTime at={listing.expiresAt} /> : t('No end')}</Fact>
        {listing.level !== 'free' && listing.paidUntil && (
          <Fact name={LEVEL_NAMES[listing.level]}>
            {rich('Until {date}', { date: <DateTime at={listing.paidUntil} /> })}
          </Fact>
        )}
        {confirmedAt && (
          <Fact name={t('Confirmed')}>
            <DateTime at={confirmedAt} />
          </Fact>
        )}
        <Fact name={t('Past 30 days')}>
          {t(
            '{views, plural, one {# view} other {# views}}, {calls, plural, one {# call} other {# calls}}, {clicks, plural, one {# website click} other {# website clicks}}',
            { views: figures.views, calls: figures.calls, clicks: figures.websiteClicks },
          )}
        </Fact>
        <Fact name={t('Saved by')}>
          {t('{count, plural, one {# account} other {# accounts}}', { count: figures.saves })}
        </Fact>
        {figures.joinRequests > 0 && (
          <Fact name={t('Wanted to write')}>
            {t('{count, plural, one {# visitor} other {# visitors}}', { count: figures.joinRequests })}
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

/** What visitors and claimants say, with links to where it is decided. */
export function Feedback({ desk: { reports, suggestedEdits, claims, possibleClosure } }: { desk: Desk }) {
  const isEmpty = reports.length + suggestedEdits.length + claims.length === 0 && !possibleClosure;
  return (
    <Panel title={t('Reports, suggestions and claims')}>
      {isEmpty && <Nothing>{t('Nobody has said anything about this listing.')}</Nothing>}
      {possibleClosure && (
        <p>
          {possibleClosure.reason === 'reported'
            ? t('May have closed: reported by visitors.')
            : t('May have closed: {source} says so.', { source: possibleClosure.title })}
        </p>
      )}
      <ul className="grid gap-3">
        {reports.map(({ id, reason, text, createdAt, outcome }) => (
          <li key={`report ${id}`} className="typed">
            <a href="/admin?tab=reports" className="link font-semibold">
              {t('Report: {reason}', { reason: REPORT_REASONS[reason] })}
            </a>{' '}
            {outcome === null ? (
              <Badge tone="danger">{t('Open', null, 'report')}</Badge>
            ) : (
              <Badge>{t('Closed', null, 'report')}</Badge>
            )}
            {text && <p className="whitespace-pre-line">{text}</p>}
            <p className="text-muted text-sm">
              <DateTime at={createdAt} />
            </p>
          </li>
        ))}
        {suggestedEdits.map(({ id, kind, value, createdAt }) => (
          <li key={`edit ${id}`} className="typed">
            <a href="/admin?tab=suggested-edits" className="link font-semibold">
              {SUGGESTED_EDIT_KINDS[kind]}
            </a>
            {value && <p className="whitespace-pre-line">{value}</p>}
            <p className="text-muted text-sm">
              <DateTime at={createdAt} />
            </p>
          </li>
        ))}
        {claims.map(({ id, status, account, createdAt }) => (
          <li key={`claim ${id}`} className="typed">
            <a href="/admin?tab=claims" className="link font-semibold">
              {t('Claim by {username}', { username: account.username })}
            </a>{' '}
            <Badge>
              {status === 'approved' ? t('Approved') : status === 'waiting' ? t('Waiting') : t('Link mailed')}
            </Badge>
            <p className="text-muted text-sm">
              <DateTime at={createdAt} />
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Listings that may be the same business, and those that were merged. */
export function Duplicates({
  desk: { listing, pairs, mergedFrom, mergedInto, mergedRows, actions, blocked },
  onMerge,
}: {
  desk: Desk;
  onMerge: () => void;
}) {
  const open = pairs.filter(({ verdict }) => verdict !== 'same');
  return (
    <Panel
      title={t('Duplicates')}
      action={
        actions.includes('merge') &&
        blocked !== 'own' && (
          <Button size="sm" variant="ghost" onClick={onMerge}>
            <Icon name="plus" />
            {t('Merge with another…')}
          </Button>
        )
      }
    >
      {open.length + mergedFrom.length + mergedRows.length === 0 && !mergedInto && (
        <Nothing>{t('No listing looks like the same business.')}</Nothing>
      )}
      <ul className="grid gap-3">
        {open.map(({ id, other, verdict }) => (
          <li key={id} className="typed flex flex-wrap items-center justify-between gap-3">
            <span>
              <ListingLink {...other} /> <span className="text-muted">#{other.id}</span>{' '}
              {verdict === 'different' && <Badge>{t('Two businesses')}</Badge>}
            </span>
            <a href={`/admin/ads/${listing.id}?with=${other.id}`} className="link">
              {rich('Compare<hidden> with {listing}</hidden>', { hidden, listing: other.title })}
            </a>
          </li>
        ))}
        {[...mergedFrom, ...(mergedInto ? [mergedInto] : [])].map((other) => (
          <li key={other.id} className="typed flex flex-wrap items-center justify-between gap-3">
            <span>
              {other === mergedInto
                ? rich('Merged into {listing}', { listing: <ListingLink {...other} /> })
                : rich('Merged from {listing}', { listing: <ListingLink {...other} /> })}{' '}
              <span className="text-muted">#{other.id}</span>
            </span>
            <SplitListingsButton id={listing.id} other={other} />
          </li>
        ))}
        {mergedRows.map((row) => (
          <li key={`${row.source} ${row.sourceId}`} className="typed flex flex-wrap items-center justify-between gap-3">
            <span>
              {t('Merged from {name} of {source}', { name: row.name, source: row.source })}{' '}
              <span className="wrap-anywhere text-muted">{row.sourceId}</span>
            </span>
            <SeparateRowButton id={listing.id} row={row} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const ListingLink = ({ id, title }: { id: number; title: string }) => (
  <a href={`/admin/ads/${id}`} className="link font-semibold">
    {title}
  </a>
);

const hidden = (text: ReactNode) => <span className="sr-only">{text}</span>;
