import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import type { TextKind } from '#contract/admin/text-fields.ts';
import type { TextSource } from '#contract/admin/texts.ts';
import { t } from '#contract/i18n/t.ts';
import { toPlainSource } from './text-labels.ts';

const TIMEOUT_MS = 500;
/** Of an unchanged part so much is shown beside what changed. */
const CONTEXT_LENGTH = 90;

/** What one text has that another one has not, word by word, with little of what is the same. */
export function TextDifference({ kind, before, after }: { kind: TextKind; before: TextSource; after: TextSource }) {
  const parts = useMemo(() => compare(toPlainSource(kind, before), toPlainSource(kind, after)), [kind, before, after]);
  if (parts.every(({ added, removed }) => !added && !removed))
    return <p className="text-muted">{t('No differences.')}</p>;
  return (
    <section
      aria-label={t('Differences')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="wrap-anywhere max-h-80 overflow-y-auto whitespace-pre-line rounded-field border bg-paper p-3.5 text-sm"
    >
      {parts.map(({ value, added, removed }, index) => {
        const key = `${index} ${value.length}`;
        if (added)
          return (
            <ins key={key} className="bg-sage-wash text-sage">
              {value}
            </ins>
          );
        if (removed)
          return (
            <del key={key} className="bg-danger-wash text-danger">
              {value}
            </del>
          );
        return <span key={key}>{shorten(value, { isFirst: index === 0, isLast: index === parts.length - 1 })}</span>;
      })}
    </section>
  );
}

/** Compares words, or lines where too much differs. */
const compare = (before: string, after: string): ChangeObject<string>[] =>
  diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS }) ?? diffLines(before, after);

/** Shortens unchanged text to what is near a change. */
function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): string {
  if (text.length <= 2 * CONTEXT_LENGTH + 20) return text;
  const begin = isFirst ? '' : text.slice(0, CONTEXT_LENGTH).toWellFormed();
  const end = isLast ? '' : text.slice(-CONTEXT_LENGTH).toWellFormed();
  return `${begin} … ${end}`;
}
