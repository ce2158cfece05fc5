import { t } from '#contract/i18n/t.ts';

/** A reason that the program composes, as it is stored, and how it reads in the language of the request. */
export type ComposedReason = [stored: RegExp, write: (...parts: string[]) => string];

/**
 * The text of a stored reason in the language of the request, if it is one of these; undefined for what somebody typed. Reasons are
 * stored in English, and entries of the audit log and versions cannot be changed, so they are recognized when they are shown.
 */
export function writeComposed(reasons: ComposedReason[], stored: string): string | undefined {
  for (const [pattern, write] of reasons) {
    const found = pattern.exec(stored);
    if (found) return write(...found.slice(1));
  }
  return undefined;
}

/** Why a listing was changed or hidden, in the language of the request if the program composed it. */
export const toShownReason = (stored: string): string => writeComposed(REASONS, stored) ?? stored;

const REASONS: ComposedReason[] = [
  [/^Merged into listing (\d+)$/, (id) => t('Merged into listing {id}', { id })],
  [/^No longer merged into listing (\d+)$/, (id) => t('No longer merged into listing {id}', { id })],
  [/^Merged with listing (\d+)$/, (id) => t('Merged with listing {id}', { id })],
  [/^Another business than listing (\d+)$/, (id) => t('Another business than listing {id}', { id })],
  [
    /^Another business than row (.+?) of (.+)$/s,
    (row, source) => t('Another business than row {row} of {source}', { row, source }),
  ],
  [/^Undo of bulk action #(\d+)$/, (id) => t('Undo of bulk action #{id}', { id })],
  [
    /^Closed, according to (.+), ([\d-]+)$/,
    (source, date) => t('Closed, according to {source}, {date}', { source, date }),
  ],
  [
    /^The category (.+) became a part of (.+)\.$/,
    (name, into) => t('The category {name} became a part of {into}.', { name, into }),
  ],
];
