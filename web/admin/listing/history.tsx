import { type ReactNode, useState } from 'react';
import type { Desk } from '#contract/admin/desk.ts';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import { t } from '#contract/i18n/t.ts';
import { DESK_AUDIT_ROWS } from '#contract/limits.ts';
import { describeEntry } from '#web/admin/audit-log/kind-labels.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { FieldChanges } from '#web/owner-listings/field-changes.tsx';
import { deskPath, useHistory } from './desk-queries.ts';
import { Nothing, Panel } from './panel.tsx';
import { type Question, QuestionDialog } from './question-dialog.tsx';

/**
 * What was done with a listing, newest first: every stored change, with who made it, why, what changed, and a button to restore it, and between them
 * what else the audit log says, such as that it was hidden.
 */
export function History({ desk }: { desk: Desk }) {
  const { data, error, refetch } = useHistory(desk.listing.id);
  const [number, setNumber] = useState<number | null>(null);
  const versions = data?.items;
  const first = versions?.at(-1);
  const canRestore = desk.actions.includes('correct') && desk.blocked !== 'own';
  return (
    <Panel title={t('History')}>
      {error && !versions && (
        <div role="alert">
          <p>{t('Failed to fetch the history.')}</p>
          <Button variant="secondary" size="sm" onClick={() => void refetch()}>
            {t('Try again')}
          </Button>
        </div>
      )}
      {!versions && !error && (
        <SkeletonGroup label={t('Loading the history…')}>
          <Skeleton className="h-24 rounded-card" />
        </SkeletonGroup>
      )}
      {versions && versions.length + desk.audit.length === 0 && (
        <Nothing>{t('Nothing was changed since the listing was added.')}</Nothing>
      )}
      {versions && versions.length + desk.audit.length > 0 && (
        <ol className="grid gap-5">
          {toItems(versions, desk.audit).map((item) =>
            'number' in item ? (
              <Version
                key={item.number}
                version={item}
                isCurrent={item === versions[0]}
                onRestore={canRestore ? () => setNumber(item.number) : undefined}
              />
            ) : (
              <Event key={`event ${item.id}`} event={item} listingId={desk.listing.id} />
            ),
          )}
          {first && (
            <li className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
              <span className="text-muted">
                {rich('Before version {number}, {date}', { number: first.number, date: <DateTime at={first.at} /> })}
              </span>
              {canRestore && (
                <RestoreButton onClick={() => setNumber(first.number - 1)}>
                  {t('Restore as it was before')}
                </RestoreButton>
              )}
            </li>
          )}
        </ol>
      )}
      {desk.audit.length === DESK_AUDIT_ROWS && (
        <p className="text-muted text-sm">
          {rich('Older entries are in the <link>audit log</link>.', {
            link: (text) => (
              <a href="/admin?tab=record" className="link">
                {text}
              </a>
            ),
          })}
        </p>
      )}
      <QuestionDialog question={toQuestion(desk, number, first?.number)} onClose={() => setNumber(null)} />
    </Panel>
  );
}

type AuditEvent = Desk['audit'][number];

/** Both in one order. A version says more than the entry of the same act, which has its time. */
function toItems(versions: ListingVersion[], audit: AuditEvent[]): (ListingVersion | AuditEvent)[] {
  const times = new Set(versions.map(({ at }) => at));
  return [...versions, ...audit.filter(({ at }) => !times.has(at))].sort((a, b) => b.at.localeCompare(a.at));
}

function Event({
  event: { at, kind, actorId, actor, username, reason },
  listingId,
}: {
  event: AuditEvent;
  listingId: number;
}) {
  return (
    <li className="grid gap-3 not-first:border-t not-first:pt-4">
      <div>
        <h3 className="text-base">{describeEntry({ at, kind, listingId, before: null, after: null })}</h3>
        <p className="typed text-muted text-sm">
          {actorId !== null
            ? t('By {name} #{id}', { name: actor ?? t('a deleted account'), id: actorId })
            : username === null
              ? t('By the program')
              : t('Account: {username}', { username })}{' '}
          · <DateTime at={at} />
        </p>
      </div>
      {reason && <p className="typed whitespace-pre-line">“{reason}”</p>}
    </li>
  );
}

function Version({
  version,
  isCurrent,
  onRestore,
}: {
  version: ListingVersion;
  isCurrent: boolean;
  onRestore?: () => void;
}) {
  const { number, at, reason } = version;
  return (
    <li className="grid gap-3 not-first:border-t not-first:pt-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="text-base">{t('Version {number}: {summary}', { number, summary: summarize(version) })}</h3>
          <p className="text-muted text-sm">
            <DateTime at={at} />
          </p>
        </div>
        {isCurrent ? (
          <span className="font-semibold text-muted text-sm">{t('Current')}</span>
        ) : (
          onRestore && (
            <RestoreButton onClick={onRestore}>
              {t('Restore this version')}
              <span className="sr-only"> {t('version {number}', { number })}</span>
            </RestoreButton>
          )
        )}
      </div>
      {reason && <p className="typed whitespace-pre-line">“{reason}”</p>}
      <FieldChanges version={version} />
    </li>
  );
}

const RestoreButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button variant="secondary" size="sm" onClick={onClick}>
    <Icon name="undo-2" />
    {children}
  </Button>
);

/** What happened, and who did it: 'Edited by ana (owner)'. */
function summarize({ kind, by }: ListingVersion): string {
  const change = KINDS[kind];
  if (!by) return change;
  const name = by.username ?? t('a deleted account');
  return by.role
    ? t(
        '{change} by {name} ({role, select, owner {owner} administrator {administrator} moderator {moderator} support {support} finance {finance} editor {editor} other {{role}}})',
        { change, name, role: by.role },
      )
    : t('{change} by {name}', { change, name });
}

const KINDS: Record<ListingVersion['kind'], string> = {
  edit: t('Edited'),
  suggestion: t('Suggestion accepted'),
  restore: t('Restored'),
  import: t('Changed by an import'),
  'import-undo': t('Import undone'),
  merge: t('Merged'),
  unmerge: t('Separated'),
  other: t('Changed by the program'),
};

/** @param first the number of the oldest version: the one before it is the listing before all of them */
function toQuestion({ listing, owner, revision }: Desk, number: number | null, first = 1): Question | null {
  if (number === null) return null;
  return {
    title:
      number < first
        ? t('Restore the listing as it was before version {number}?', { number: first })
        : t('Restore version {number}?', { number }),
    description: (
      <p>
        {t(
          'The listing becomes as it was then. All later changes are undone, except photos, which stay as they are. You can restore the current version again later.',
        )}
      </p>
    ),
    reason: {
      label: t('Reason'),
      hint: owner
        ? t('We’ll email this to the owner.')
        : t('No one owns this listing. The reason goes in the audit log.'),
    },
    path: `${deskPath(listing.id)}/versions/${number}/restore`,
    body: { revision },
    confirmLabel: t('Restore'),
    busyLabel: t('Restoring...'),
    done: t('Version restored'),
  };
}
