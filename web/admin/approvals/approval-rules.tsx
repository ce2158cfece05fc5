import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_ACCOUNT_DAYS, type ApprovalRules as Rules } from '#contract/admin/approvals.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { ListArea, toLines } from '#web/base/ui/form/list-area.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useApprovalRequests, useApprovalRules } from './approval-queries.ts';

/** Which listings wait until somebody approves them. */
export function ApprovalRules() {
  const { data, error, refetch } = useApprovalRules();
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the approval rules')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  if (!data) return <Spinner label={t('Loading the approval rules…')} className="min-h-60" />;
  return <RulesForm key={data.version} rules={data} />;
}

function RulesForm({ rules }: { rules: Rules }) {
  const [scope, setScope] = useState<Scope>(!rules.isOn ? 'none' : rules.holdsAll ? 'all' : 'matching');
  const [days, setDays] = useState(rules.accountDays === null ? '' : String(rules.accountDays));
  const [words, setWords] = useState(rules.words.join('\n'));
  const [categories, setCategories] = useState<readonly string[]>(rules.categories);
  const [trusted, setTrusted] = useState(rules.trusted.join('\n'));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Awaited<ReturnType<typeof toFailure>>>();
  const [asks, setAsks] = useState(false);
  const { saveRules } = useApprovalRequests();
  const getError = (path: string) =>
    failure?.issues?.find((issue) => issue.path === path || issue.path.startsWith(`${path}.`))?.message;

  const hasRules = days.trim() !== '' || toLines(words).length > 0 || categories.length > 0;
  // Whoever writes a rule expects that it holds something.
  const hasNewRules =
    days.trim() !== (rules.accountDays === null ? '' : String(rules.accountDays)) ||
    toLines(words).join('\n') !== rules.words.join('\n') ||
    [...categories].sort().join() !== [...rules.categories].sort().join();

  const save = async (chosen: Scope) => {
    setBusy(true);
    const failed = await toFailure(t('Failed to save the rules'), async () => {
      await saveRules({
        isOn: chosen !== 'none',
        holdsAll: chosen === 'all',
        accountDays: days.trim() === '' ? null : toWholeNumber(days),
        words: toLines(words),
        categories: [...categories],
        trusted: toLines(trusted),
        version: rules.version,
      });
      toast({
        title: t('Rules saved'),
        description:
          chosen !== 'none'
            ? t('They hold for what’s published from now on.')
            : hasRules
              ? t('The rules are off: new listings go live right away.')
              : t('New listings go live right away.'),
        tone: 'success',
      });
    });
    setBusy(false);
    setFailure(failed);
  };

  return (
    <form
      className="grid max-w-180 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (busy) return;
        if (scope === 'none' && hasRules && hasNewRules) setAsks(true);
        else void save(scope);
      }}
    >
      <WaitingListings scope={scope} hasRules={hasRules} onChange={setScope} />
      <Card className="grid gap-5 p-5">
        <Field
          label={t('Age of the account, in days')}
          optional
          error={getError('accountDays')}
          hint={t('From 1 to {max, number}. Listings of younger accounts wait. Leave it empty if age doesn’t matter.', {
            max: MAX_ACCOUNT_DAYS,
          })}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              className="max-w-40"
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('Words')}
          optional
          error={getError('words')}
          hint={t(
            'One word or phrase a line. A listing that has one waits, also when an edit adds it. Case, accents and punctuation don’t matter.',
          )}
        >
          {(control) => (
            <ListArea {...control} rows={5} value={words} onChange={(event) => setWords(event.target.value)} />
          )}
        </Field>
        <TopCategories chosen={categories} onChoose={setCategories} />
        <Field
          label={t('Trusted accounts')}
          optional
          error={getError('trusted')}
          hint={t('One username a line. Their listings never wait; nor do those of your team.')}
        >
          {(control) => (
            <ListArea {...control} rows={3} value={trusted} onChange={(event) => setTrusted(event.target.value)} />
          )}
        </Field>
      </Card>
      {failure && <FormAlert>{failure.issues?.[0]?.message ?? failure.message}</FormAlert>}
      <p>
        <Button type="submit" busy={busy}>
          {busy ? t('Saving...') : t('Save rules')}
        </Button>
      </p>
      {asks && (
        <OffDialog
          onClose={() => setAsks(false)}
          onSave={(chosen) => {
            setAsks(false);
            setScope(chosen);
            void save(chosen);
          }}
        />
      )}
    </form>
  );
}

type Scope = 'none' | 'matching' | 'all';

/** Asks whether rules that were written while none is used shall be used. */
function OffDialog({ onClose, onSave }: { onClose: () => void; onSave: (scope: Scope) => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('The rules are off')}
      actions={
        <>
          <Button onClick={() => onSave('matching')}>{t('Save and turn on')}</Button>
          <Button variant="secondary" onClick={() => onSave('none')}>
            {t('Save, leave off')}
          </Button>
          <Button variant="ghost" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'You changed the rules, but new listings go live right away, so nothing waits. Turn the rules on, and listings that match one wait for you.',
        )}
      </p>
    </Dialog>
  );
}

/** Which new listings wait. @param hasRules whether there is a rule that could match */
function WaitingListings({
  scope,
  hasRules,
  onChange,
}: {
  scope: Scope;
  hasRules: boolean;
  onChange: (scope: Scope) => void;
}) {
  const options: [Scope, string][] = [
    ['none', t('Go live right away')],
    ['matching', t('Wait for you if a rule below matches')],
    ['all', t('All wait for you, except those of trusted accounts')],
  ];
  return (
    <Card as="section" className="p-5">
      <fieldset>
        <legend className="font-semibold">{t('New listings')}</legend>
        <div className="mt-1 grid">
          {options.map(([value, label]) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                name="scope"
                className="size-5"
                checked={scope === value}
                onChange={() => onChange(value)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <p role="status" className="mt-1 text-muted text-sm">
        {scope === 'none' && hasRules
          ? t('The rules below are off.')
          : scope === 'matching' && !hasRules
            ? t('No rule is filled in, so nothing waits.')
            : t('What waits already stays in the queue, whatever you change here.')}
      </p>
    </Card>
  );
}

/** Not a number for what is none: the API then says which ones are. */
const toWholeNumber = (text: string) => (/^\s*\d+\s*$/.test(text) ? Number(text) : -1);

/** Top categories, each with its subcategories. */
function TopCategories({
  chosen,
  onChoose,
}: {
  chosen: readonly string[];
  onChoose: (slugs: readonly string[]) => void;
}) {
  const { data } = useQuery(queries.categories());
  const tops = data?.items.filter(({ parentId }) => parentId === null) ?? [];
  return (
    <fieldset>
      <legend className="font-semibold">
        {t('Categories')} <span className="font-normal text-muted">{t('(optional)')}</span>
      </legend>
      <p className="mt-1 text-muted text-sm">{t('New listings in these wait, with their subcategories.')}</p>
      <div className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {tops.map(({ slug, name }) => (
          <label key={slug} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="size-5"
              checked={chosen.includes(slug)}
              onChange={({ target: { checked } }) =>
                onChoose(checked ? [...chosen, slug] : chosen.filter((other) => other !== slug))
              }
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
