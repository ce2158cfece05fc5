import { useRef } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { BranchPreview } from '#contract/ownership/branch-files.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { BranchRowCard } from './branch-row-card.tsx';
import { isAddable, useAddBranches } from './use-add-branches.ts';

/** The rows of a file, and the button that adds those that can be. */
export function BranchRows({ organizationId, preview }: { organizationId: number; preview: BranchPreview }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows, sent, failure, change, add } = useAddBranches(organizationId, preview.rows, () =>
    heading.current?.focus(),
  );
  const addable = rows.filter(isAddable);
  const done = rows.filter(({ result }) => result && result.outcome !== 'refused');
  return (
    <section aria-labelledby="branch-rows" className="grid gap-4">
      <h2 id="branch-rows" ref={heading} tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
        {done.length > 0
          ? t('{count, plural, one {# branch is in} other {# branches are in}}', { count: done.length })
          : t('{count, plural, one {# branch in the file} other {# branches in the file}}', {
              count: rows.filter(({ match }) => match !== 'twice').length,
            })}
      </h2>
      {failure && <FormAlert>{failure}</FormAlert>}
      <ul className="grid gap-3">
        {rows.map((row) => (
          <BranchRowCard key={row.line} row={row} onChange={(changed) => change(row.line, changed)} />
        ))}
      </ul>
      <Refused refused={preview.refused} />
      <p role="status" className={sent === null ? 'sr-only' : 'text-muted'}>
        {sent !== null &&
          t('{done} of {all, plural, one {# branch} other {# branches}} sent', { done: sent.done, all: sent.all })}
      </p>
      <div className="flex flex-wrap gap-3">
        {addable.length > 0 && (
          <Button busy={sent !== null} onClick={() => void add()}>
            {t('Add {count, plural, one {# branch} other {# branches}}', { count: addable.length })}
          </Button>
        )}
        {done.length > 0 && (
          <a href={`/account/branches/${organizationId}`} className={buttonClass({ variant: 'secondary' })}>
            {t('See your branches')}
          </a>
        )}
      </div>
      {addable.length > 0 && (
        <p className="max-w-measure text-muted text-sm">
          {t('New branches become free listings. What is listed already isn’t posted twice.')}
        </p>
      )}
    </section>
  );
}

/** Rows that are no branch. */
function Refused({ refused }: Pick<BranchPreview, 'refused'>) {
  if (refused.length === 0) return null;
  return (
    <Disclosure
      open
      summary={t('{count, plural, one {# row can’t be read} other {# rows can’t be read}}', { count: refused.length })}
    >
      <ul className="grid gap-1">
        {refused.map(({ line, name, reason }) => (
          <li key={line} className="wrap-anywhere">
            {t('Line {line}: {name}', { line: String(line), name: name || t('no name') })} – {reason}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
