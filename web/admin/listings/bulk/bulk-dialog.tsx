import { useId, useState } from 'react';
import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { JobPreview, Preview } from './bulk-preview.tsx';
import {
  type BulkOrder,
  isComplete,
  isLarge,
  useBulkActionRunner,
  useBulkJobPreview,
  useBulkPreview,
} from './bulk-queries.ts';
import { ChosenListings } from './chosen-listings.tsx';
import { KIND_TEXTS } from './kinds.ts';
import { type Refusal, toRefusals } from './refusals.tsx';
import { CategoryField, PlaceField } from './target-field.tsx';
import type { Selected } from './use-selection.ts';

/** Asks for what a bulk action needs, and says what exactly it will do to how many listings before it is done. */
export function BulkDialog({
  kind,
  selected,
  count: chosen,
  onClose,
  onDone,
  onStarted,
}: {
  kind: BulkActionKind;
  selected: Selected;
  count: number;
  onClose: () => void;
  /** Called when the action is done; `refused` are the listings that were not changed. */
  onDone: (refused: Refusal[]) => void;
  /** Called when a job carries it out. */
  onStarted: (actionId: number) => void;
}) {
  const [target, setTarget] = useState('');
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const { run, start, announce } = useBulkActionRunner();
  const [failure, setFailure] = useState<string>();
  const order: BulkOrder = { kind, selected, target };
  const large = isLarge(selected);
  const small = useBulkPreview(large ? null : order);
  const job = useBulkJobPreview(large ? order : null);
  const listings = 'listings' in selected ? selected.listings : [];
  const error = small.error ?? job.error;
  const texts = KIND_TEXTS[kind];
  const count = large
    ? job.data && job.data.chosen - job.data.refused
    : small.data?.results.filter(({ done }) => done).length;
  const owned = (job.data ?? small.data)?.owned;
  const isReady = count !== undefined && count > 0 && isComplete(order) && (kind === 'show' || reason.trim() !== '');
  const confirm = async () => {
    setBusy(true);
    const failed = await toFailure(t('Operation Failed'), async () => {
      if (large) return onStarted(await start(order, reason));
      const result = await run(order, reason);
      onDone(toRefusals(result.results, listings));
      announce(order, result);
    });
    setBusy(false);
    setFailure(failed?.message);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.ask(chosen)}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            variant={texts.danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={!isReady}
          >
            {busy ? texts.busy : texts.act(count || chosen)}
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
          if (isReady && !busy) void confirm();
        }}
      >
        <ChosenListings listings={listings} />
        {kind === 'recategorize' && <CategoryField value={target} onChange={setTarget} />}
        {kind === 'move' && <PlaceField value={target} onChange={setTarget} />}
        <Field
          label={t('Reason')}
          optional={kind === 'show'}
          hint={
            kind === 'show' || owned === 0
              ? t('For the audit log.')
              : t(
                  '{count, plural, one {The owner sees this, and the audit log keeps it.} other {The owners see this, and the audit log keeps it.}}',
                  { count: owned ?? chosen },
                )
          }
        >
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
        {failure && <FormAlert>{failure}</FormAlert>}
        <div role="status" className="grid gap-2 rounded-field bg-pacific-wash p-4">
          {error ? (
            <p className="text-danger">{error.message}</p>
          ) : small.data && isComplete(order) ? (
            <Preview kind={kind} preview={small.data} listings={listings} />
          ) : job.data && isComplete(order) ? (
            <JobPreview kind={kind} preview={job.data} />
          ) : isComplete(order) ? (
            <Spinner label={t('Checking what will happen…')} />
          ) : (
            <p className="text-muted">
              {kind === 'move'
                ? t('Choose a city to see what will happen.')
                : t('Choose a category to see what will happen.')}
            </p>
          )}
        </div>
      </form>
    </Dialog>
  );
}
