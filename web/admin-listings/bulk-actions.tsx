import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AdminListing, BulkResult } from '#contract/admin/listings.ts';
import { invalidateAdminQueries } from '../admin/admin-actions.ts';
import { ADMIN_API_PREFIX } from '../admin/admin-queries.ts';
import { ApiError, send } from '../app/api.ts';
import { invalidateUserOnAuthError } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextArea } from '../ui/form/controls.tsx';
import { Field } from '../ui/form/field.tsx';
import { toast } from '../ui/toast.tsx';

/** What can be done with the selected listings. */
export function BulkActions({ selected, onClear }: { selected: AdminListing[]; onClear: () => void }) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const formId = useId();

  const change = async (verb: 'hide' | 'show', ids: number[], body?: object) => {
    setPending(true);
    try {
      const results = await send<BulkResult>('POST', `${ADMIN_API_PREFIX}ads/${verb}`, { ids, ...body });
      const done = results.filter((result) => result.done).map(({ id }) => id);
      const refusal = results.find(({ message }) => message !== null)?.message;
      toast({
        title: `${toCount(done.length)} ${verb === 'hide' ? 'hidden' : 'shown'}`,
        description: refusal ? `${toCount(ids.length - done.length)} not changed: ${refusal}` : undefined,
        tone: refusal ? 'danger' : 'success',
        ...(verb === 'hide' &&
          done.length > 0 && {
            action: {
              label: 'Undo',
              altText: 'Show the listings again, under Hidden',
              onClick: () => void change('show', done),
            },
          }),
      } as Parameters<typeof toast>[0]);
      onClear();
      setReason('');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast({ title: 'Operation Failed', description: error.message, tone: 'danger' });
      invalidateUserOnAuthError(client, error);
    } finally {
      setAsking(false);
      setPending(false);
      invalidateAdminQueries(client);
    }
  };

  const ids = selected.map(({ id }) => id);
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-3">
      <p role="status" className="text-muted text-sm">
        {selected.length > 0
          ? `${toCount(selected.length)} selected`
          : 'Select listings to hide or show several at once.'}
      </p>
      {selected.length > 0 && (
        <>
          <Button variant="secondary" size="sm" disabled={pending} onClick={() => setAsking(true)}>
            Hide…
          </Button>
          <Button variant="secondary" size="sm" disabled={pending} onClick={() => void change('show', ids)}>
            Show again
          </Button>
          <Button variant="ghost" size="sm" disabled={pending} onClick={onClear}>
            Clear selection
          </Button>
        </>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Hide ${toCount(selected.length)}?`}
        actions={
          <>
            <Button type="submit" form={formId} variant="danger" busy={pending} disabled={reason.trim() === ''}>
              {pending ? 'Hiding...' : `Hide ${toCount(selected.length)}`}
            </Button>
            <Button variant="secondary" disabled={pending} onClick={() => setAsking(false)}>
              Cancel
            </Button>
          </>
        }
      >
        <form
          id={formId}
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() !== '' && !pending) void change('hide', ids, { reason });
          }}
        >
          <p>
            They disappear from the site right away, their owners are told the reason, and all reports about them are
            closed. You can show them again later.
          </p>
          <Field label="Reason" hint="The owners will see this.">
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={1000}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </form>
      </Dialog>
    </div>
  );
}

const toCount = (count: number) => (count === 1 ? '1 listing' : `${count.toLocaleString('en-US')} listings`);
