import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { BranchEditForm, BranchEditResult, BranchUndo } from '#contract/ownership/branch-edits.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Disclosure } from '#web/base/ui/disclosure.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { ORGANIZATIONS_PATH } from '#web/organizations/organization-queries.ts';
import { FieldChanges } from '#web/owner-listings/field-changes.tsx';
import { useRefreshBranches } from './branch-edit-queries.ts';

type Branch = BranchEditResult['branches'][number];

/** What an edit would change in each branch, the button that confirms it, and then the one that undoes it. */
export function EditPreview({
  organizationId,
  edit,
  result: tried,
  onBack,
}: {
  organizationId: number;
  edit: BranchEditForm;
  result: BranchEditResult;
  onBack: () => void;
}) {
  const refresh = useRefreshBranches();
  const heading = useRef<HTMLHeadingElement>(null);
  const [done, setDone] = useState<BranchEditResult>();
  const [undone, setUndone] = useState<BranchUndo>();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // The answer is in view and has the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each answer.
  useEffect(() => heading.current?.focus(), [done, undone]);
  const run = async (request: () => Promise<void>) => {
    setIsBusy(true);
    const failed = await toFailure(t('That didn’t work'), request);
    setFailure(failed?.message);
    setIsBusy(false);
    void refresh();
  };
  const path = `${ORGANIZATIONS_PATH}/${organizationId}/edits`;
  const confirm = () => run(async () => setDone(await send<BranchEditResult>('POST', path, edit)));
  const undo = () => run(async () => setUndone(await send<BranchUndo>('POST', `${path}/${done?.editId}/undo`)));
  const { branches } = done ?? tried;
  const changed = branches.filter(({ outcome }) => outcome === 'changed');
  const refused = branches.filter(({ outcome }) => outcome === 'refused');
  const same = branches.filter(({ outcome }) => outcome === 'same');
  return (
    <section
      aria-labelledby="edit-preview"
      className="mt-6 grid max-w-[52rem] gap-4 rounded-card border bg-card p-4 sm:p-6"
    >
      <h2 id="edit-preview" ref={heading} tabIndex={-1} className="scroll-mt-20 text-xl outline-none">
        {undone
          ? t('{count, plural, one {# branch is} other {# branches are}} as before', {
              count: undone.branches.filter(({ done }) => done).length,
            })
          : done
            ? t('{count, plural, one {# branch was} other {# branches were}} changed', { count: changed.length })
            : t('{count, plural, =0 {No branch changes} one {# branch changes} other {# branches change}}', {
                count: changed.length,
              })}
      </h2>
      {failure && <FormAlert>{failure}</FormAlert>}
      {undone ? <NotUndone branches={undone.branches} /> : <Outcomes {...{ changed, refused, same }} />}
      <div className="flex flex-wrap gap-3">
        {!done && changed.length > 0 && (
          <Button busy={isBusy} onClick={confirm}>
            {t('Change {count, plural, one {# branch} other {# branches}}', { count: changed.length })}
          </Button>
        )}
        {done?.editId && !undone && (
          <Button variant="secondary" busy={isBusy} onClick={undo}>
            {t('Undo')}
          </Button>
        )}
        <Button variant={done ? 'primary' : 'secondary'} onClick={onBack}>
          {done ? t('Edit more') : t('Back')}
        </Button>
      </div>
    </section>
  );
}

function Outcomes({ changed, refused, same }: { changed: Branch[]; refused: Branch[]; same: Branch[] }) {
  return (
    <>
      {changed.length > 0 && (
        <ul className="grid gap-2">
          {changed.map((branch, index) => (
            <li key={branch.id}>
              {/* Most change in the same way. */}
              <Disclosure open={index === 0} summary={<span className="typed">{toName(branch)}</span>}>
                <FieldChanges version={branch} />
              </Disclosure>
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <List title={t('Can’t be changed')} branches={refused.map((branch) => [branch, branch.message ?? ''])} />
      )}
      {same.length > 0 && (
        <List title={t('Stays as it is')} branches={same.map((branch) => [branch, describeExceptions(branch)])} />
      )}
    </>
  );
}

const describeExceptions = ({ exceptions }: Branch) =>
  exceptions.length > 0
    ? t('Keeps its own: {fields}', {
        fields: exceptions.map((name) => LISTING_FIELDS[name as ListingFieldName].label).join(', '),
      })
    : t('It says so already');

function NotUndone({ branches }: { branches: BranchUndo['branches'] }) {
  const left = branches.filter(({ done }) => !done);
  if (left.length === 0) return null;
  return <List title={t('Stays as it is')} branches={left.map((branch) => [branch, branch.message ?? ''])} />;
}

function List({ title, branches }: { title: string; branches: [Pick<Branch, 'id' | 'title' | 'city'>, string][] }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-1 grid gap-1">
        {branches.map(([branch, text]) => (
          <li key={branch.id} className="typed wrap-anywhere">
            {toName(branch)} – <span className="text-muted">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const toName = ({ title, city }: Pick<Branch, 'title' | 'city'>) => [title, city].filter(Boolean).join(', ');
