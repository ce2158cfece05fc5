import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type { StaffChange } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import { type ApiError, type Page, send } from '../app/api.ts';
import { useRunMutation } from '../app/use-run-mutation.ts';
import { rich } from '../i18n/rich.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TextArea } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { Icon } from '../ui/icon.tsx';
import { DateTime } from '../ui/time.tsx';
import { toast } from '../ui/toast.tsx';
import { FieldChanges } from './field-changes.tsx';
import { OWN_LISTINGS_PATH } from './own-listing-queries.ts';

/** What the staff changed of a listing, newest first; the owner can object to each change once. */
export function StaffChanges({ id, loading }: { id: string; loading: ReactNode }) {
  const path = `${OWN_LISTINGS_PATH}/${id}/changes`;
  const { data } = useQuery<Page<StaffChange>, ApiError>({
    queryKey: [path],
    staleTime: 0,
    throwOnError: ({ status }, { state }) => status !== 401 && state.data === undefined,
  });
  if (!data) return loading;
  if (data.items.length === 0)
    return (
      <EmptyState
        as="h2"
        title={t('We haven’t changed anything')}
        action={
          <a href="/account" className={buttonClass()}>
            {t('Go to your account')}
          </a>
        }
      >
        {t('If we correct this listing, you’ll see it here.')}
      </EmptyState>
    );
  return (
    <ul className="grid max-w-[52rem] gap-4">
      {data.items.map((change) => (
        <li key={change.number}>
          <Change change={change} path={path} />
        </li>
      ))}
      <li>
        <a href={`/account/ads/${id}/edit`} className={buttonClass({ variant: 'secondary' })}>
          <Icon name="pen-line" />
          {t('Edit the listing')}
        </a>
      </li>
    </ul>
  );
}

function Change({ change, path }: { change: StaffChange; path: string }) {
  const { at, reason, objection } = change;
  const [open, setOpen] = useState(false);
  return (
    <Card className="grid gap-4 p-4 sm:p-5">
      <h2 className="text-lg">{rich('We changed this on {date}', { date: <DateTime at={at} /> })}</h2>
      <FieldChanges version={change} />
      <div>
        <p className="text-muted">{t('Why')}</p>
        <p className="typed whitespace-pre-line">{reason}</p>
      </div>
      {objection ? (
        <ObjectionState objection={objection} />
      ) : (
        <Button variant="secondary" className="justify-self-start" onClick={() => setOpen(true)}>
          <Icon name="flag" />
          {t('Object to this change')}
        </Button>
      )}
      <ObjectionDialog
        open={open}
        path={`${path}/${change.number}/object`}
        list={path}
        onClose={() => setOpen(false)}
      />
    </Card>
  );
}

function ObjectionState({ objection }: { objection: NonNullable<StaffChange['objection']> }) {
  const { createdAt, text, outcome, answer } = objection;
  return (
    <div className="grid gap-2 border-t pt-4">
      <p className="font-semibold">
        {outcome === null ? t('You objected. We’ll email you our answer.') : OUTCOMES[outcome]}
      </p>
      <p className="text-muted text-sm">{rich('You objected on {date}', { date: <DateTime at={createdAt} /> })}</p>
      {text && <p className="typed whitespace-pre-line">“{text}”</p>}
      {answer && (
        <div>
          <p className="text-muted">{t('Our answer')}</p>
          <p className="typed whitespace-pre-line">{answer}</p>
        </div>
      )}
    </div>
  );
}

const OUTCOMES = {
  kept: t('We looked at it again. The change stays.'),
  restored: t('We looked at it again, and took the change back.'),
};

function ObjectionDialog({
  open,
  path,
  list,
  onClose,
}: {
  open: boolean;
  path: string;
  /** The path of the list of changes. */
  list: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const { busy, runMutation } = useRunMutation();
  const [text, setText] = useState('');
  const formId = useId();
  const submit = async () => {
    const failure = await runMutation(t('Couldn’t send your objection'), () => send('POST', path, { text }));
    onClose();
    await client.invalidateQueries({ queryKey: [list] });
    if (!failure) toast({ title: t('Objection sent'), description: t('We’ll email you our answer.'), tone: 'success' });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('Object to this change?')}
      actions={
        <>
          <Button type="submit" form={formId} busy={busy}>
            {busy ? t('Sending...') : t('Object')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <p>
          {t('We’ll look at the change again, and email you whether it stays. Your listing stays as it is until then.')}
        </p>
        <Field label={t('What’s wrong with it?')} optional>
          {(control) => (
            <TextArea
              {...control}
              rows={3}
              maxLength={1000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
