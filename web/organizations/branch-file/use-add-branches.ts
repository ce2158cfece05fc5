import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import {
  type AddedBranch,
  type AddedBranches,
  BRANCHES_PER_REQUEST,
  type BranchRow,
} from '#contract/ownership/branch-files.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { OWN_LISTINGS_PATH } from '#web/base/session/own-listing-queries.ts';
import { ORGANIZATIONS_PATH } from '#web/organizations/organization-queries.ts';

/** A row of a file as it is edited, and what became of it. */
export interface EditedRow extends BranchRow {
  /** A listing without an owner that seems to be the same is another business. */
  isAnother: boolean;
  isLeftOut: boolean;
  /** Whether it was changed since it was found wrong. */
  isEdited: boolean;
  result?: AddedBranch;
}

/** Whether a row would be sent: not one that is added, or belongs to somebody else. */
export const isAddable = ({ match, isAnother, isLeftOut, isEdited, issues, result }: EditedRow): boolean =>
  !isLeftOut &&
  (issues.length === 0 || isEdited) &&
  (result === undefined || result.outcome === 'refused') &&
  (match === 'new' || match === 'claim' || match === 'yours' || (match === 'unclaimed' && isAnother));

/** The rows of a file, which are sent some at a time. @param onDone called after the last one */
export function useAddBranches(organizationId: number, read: BranchRow[], onDone: () => void) {
  const client = useQueryClient();
  const [rows, setRows] = useState<EditedRow[]>(() =>
    read.map((row) => ({ ...row, isAnother: false, isLeftOut: false, isEdited: false })),
  );
  const [sent, setSent] = useState<{ done: number; all: number } | null>(null);
  const [failure, setFailure] = useState<string>();
  const change = (line: number, changed: Partial<EditedRow>) =>
    setRows((now) => now.map((row) => (row.line === line ? { ...row, ...changed } : row)));
  const add = async () => {
    const chosen = rows.filter(isAddable);
    setFailure(undefined);
    for (let from = 0; from < chosen.length; from += BRANCHES_PER_REQUEST) {
      setSent({ done: from, all: chosen.length });
      const part = chosen.slice(from, from + BRANCHES_PER_REQUEST);
      const branches = part.map(({ line, form, isAnother }) => ({ line, form, isAnother }));
      const failed = await toFailure(t('Failed to add the branches'), async () => {
        const path = `${ORGANIZATIONS_PATH}/${organizationId}/branches`;
        const { results } = await send<AddedBranches>('POST', path, { branches });
        for (const result of results) change(result.line, { result, issues: result.issues, isEdited: false });
      });
      if (failed) {
        setFailure(failed.message);
        break;
      }
    }
    setSent(null);
    const isShown = (key: unknown) =>
      [ORGANIZATIONS_PATH, OWN_LISTINGS_PATH].some((path) => String(key).startsWith(path));
    void client.invalidateQueries({ predicate: ({ queryKey }) => isShown(queryKey[0]) });
    onDone();
  };
  return { rows, sent, failure, change, add };
}
