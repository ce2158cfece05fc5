import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Desk } from '#contract/admin/desk.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingFields, ListingForm } from '#contract/listing-form.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import { ApiError, send } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { type EditDraft, editDraft } from '#web/owner-listings/edit-draft.ts';
import { UnsavedChanges } from '#web/owner-listings/edit-listing.tsx';
import { EditListingForm, type EditMode } from '#web/owner-listings/edit-listing-form.tsx';
import { diffFields } from '#web/owner-listings/form-diff.ts';
import type { ListingEdit } from '#web/owner-listings/use-save-edit.ts';
import { createCorrectionSchema } from './correction-schema.ts';
import { deskPath, deskQuery, invalidateEverything } from './desk-queries.ts';
import { ReasonBar, useReason } from './reason-bar.tsx';

/** The owner's form for the staff: the same fields and rules, with a reason that the owner is told. */
export function CorrectListing({ desk, onDone }: { desk: Desk; onDone: () => void }) {
  const categories = useQuery(queries.categories()).data?.items;
  const locations = useQuery(queries.locations()).data?.items;
  // The listing at the start of the edit: a later refetch must not change the form.
  const [own] = useState(() => toEditable(desk));
  const stored = editDraft(own.id, 'deskEdit');
  const [draft, setDraft] = useState(() => stored.read());
  const [restored, setRestored] = useState<EditDraft | null>(null);
  const reason = useReason();
  // What is unchanged is compared with what the edit began from, also after a conflict.
  const base = useRef<ListingForm>(own.form);
  const saving = useCorrection(own, { base, reason, onDone });
  const [schema] = useState(() => createCorrectionSchema(base));
  if (!categories || !locations) return <Spinner label={t('Loading the form…')} className="min-h-80" />;
  if (draft) {
    const discard = () => {
      stored.remove();
      setDraft(null);
    };
    const restore = () => {
      base.current = draft.base;
      setRestored(draft);
      setDraft(null);
    };
    return <UnsavedChanges draft={draft} onRestore={restore} onDiscard={discard} />;
  }
  const mode: EditMode = {
    schema,
    saving,
    stored,
    note: desk.owner ? (
      <p className="rounded-card border p-4">
        {t('{owner} owns this listing. We’ll email them what you change and why, and they can object.', {
          owner: desk.owner.username,
        })}
      </p>
    ) : (
      <p className="rounded-card border p-4">
        {t('No one owns this listing. No import will overrule what you change.')}
      </p>
    ),
    actions: (form) => (
      <ReasonBar
        form={form}
        reason={reason}
        label={t('Reason for the change')}
        hint={desk.owner ? t('The owner will see this.') : undefined}
        busyLabel={t('Saving...')}
      >
        {t('Save changes')}
      </ReasonBar>
    ),
  };
  return <EditListingForm own={own} restored={restored} categories={categories} locations={locations} mode={mode} />;
}

/** The version of an edit by the staff is its revision, which imports and merges move on too. */
const toEditable = ({ listing, revision }: Desk): OwnerListingPage => ({ ...listing, version: revision });

/** Sends what was changed. `newer` is the listing as somebody else saved it meanwhile: a conflict until it is resolved. */
function useCorrection(
  own: OwnerListingPage,
  {
    base,
    reason: { reason, requireReason },
    onDone,
  }: { base: { current: ListingForm }; reason: ReturnType<typeof useReason>; onDone: () => void },
): EditMode['saving'] {
  const client = useQueryClient();
  const { runMutation } = useRunMutation();
  const [newer, setNewer] = useState<OwnerListingPage | null>(null);

  const patch = async (fields: ListingFields, revision: number): Promise<boolean> => {
    try {
      const changes = pickChanges(base.current, fields);
      await send('PATCH', deskPath(own.id), { changes, revision, reason });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409)) throw error;
      const current = await client.fetchQuery(deskQuery(own.id));
      // 409 also means that it was deleted: then there is no version to compare.
      if (current.revision === revision || !current.actions.includes('correct')) throw error;
      base.current = current.listing.form;
      setNewer(toEditable(current));
      return false;
    }
  };
  const save = async ({ fields, version }: ListingEdit) => {
    if (!requireReason()) return { message: t('Say why you’re changing it.') };
    const failure = await runMutation(t('Couldn’t save'), async () => {
      if (!(await patch(fields, version))) return;
      setNewer(null);
      editDraft(own.id, 'deskEdit').remove();
      await invalidateEverything(client);
      toast({ title: t('Changes saved'), description: t('They’re in the history of the listing.'), tone: 'success' });
      onDone();
    });
    return failure && { ...failure, issues: failure.issues?.map(withoutPrefix) };
  };
  return { save, newer, resolveConflict: () => setNewer(null) };
}

/** The fields that differ from those that the edit began from. */
function pickChanges(base: ListingForm, fields: ListingFields) {
  const names = diffFields(base, fields).filter((name) => name !== 'premium');
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

const withoutPrefix = ({ path, message }: { path: string; message: string }) => ({
  path: path.replace(/^changes\./, ''),
  message,
});
