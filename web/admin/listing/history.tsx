import { type ReactNode, useState } from 'react';
import type { Desk } from '#contract/admin/desk.ts';
import type { ListingVersion } from '#contract/admin/listing-versions.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { FieldChanges } from '#web/owner-listings/field-changes.tsx';
import { deskPath, useHistory } from './desk-queries.ts';
import { Nothing, Panel } from './panel.tsx';
import { type Question, QuestionDialog } from './question-dialog.tsx';

/** Every stored change of a listing, newest first: who made it, why, what changed, and a button to restore it. */
export function History({ desk }: { desk: Desk }) {
  const { data, error, refetch } = useHistory(desk.listing.id);
  const [number, setNumber] = useState<number | null>(null);
  const versions = data?.items;
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
      {versions?.length === 0 && <Nothing>{t('Nothing was changed since the listing was added.')}</Nothing>}
      {versions && versions.length > 0 && (
        <ol className="grid gap-5">
          {versions.map((version, index) => (
            <Version
              key={version.number}
              version={version}
              isCurrent={index === 0}
              onRestore={canRestore ? () => setNumber(version.number) : undefined}
            />
          ))}
          <li className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
            <span className="text-muted">
              {rich('Before version {number}, {date}', {
                number: versions.at(-1)?.number ?? 1,
                date: <DateTime at={versions.at(-1)?.at ?? ''} />,
              })}
            </span>
            {canRestore && (
              <RestoreButton onClick={() => setNumber((versions.at(-1)?.number ?? 1) - 1)}>
                {t('Restore as it was before')}
              </RestoreButton>
            )}
          </li>
        </ol>
      )}
      <QuestionDialog question={toQuestion(desk, number, versions?.at(-1)?.number)} onClose={() => setNumber(null)} />
    </Panel>
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
