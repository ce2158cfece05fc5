import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PostedForBusiness } from '#contract/admin/staff-listings.ts';
import { t } from '#contract/i18n/t.ts';
import { EMPTY_LISTING_FORM, listingFormSchema } from '#contract/listing-form.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { send } from '#web/base/api/api.ts';
import { queries } from '#web/base/api/queries.ts';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { useRunMutation } from '#web/base/session/use-run-mutation.ts';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { type EditDraft, editDraft } from '#web/owner-listings/edit-draft.ts';
import { UnsavedChanges } from '#web/owner-listings/edit-listing.tsx';
import { EditListingForm, type EditMode } from '#web/owner-listings/edit-listing-form.tsx';
import { invalidateEverything } from './desk-queries.ts';
import { ReasonBar, useReason } from './reason-bar.tsx';

const EMPTY = { form: { ...EMPTY_LISTING_FORM, language: LANGUAGE }, level: 'free', pictures: [], version: 0 } as const;

// Listings are numbered from 1.
const DRAFT = editDraft(0, 'deskEdit');

/** The owner's form for the staff, who post a listing that nobody owns yet on behalf of a business. */
export function PostListing() {
  const categories = useQuery(queries.categories()).data?.items;
  const locations = useQuery(queries.locations()).data?.items;
  const [draft, setDraft] = useState(() => DRAFT.read());
  const [restored, setRestored] = useState<EditDraft | null>(null);
  const reason = useReason();
  const saving = usePosting(reason);
  if (!categories || !locations) return <Spinner label={t('Loading the form…')} className="min-h-80" />;
  if (draft) {
    const discard = () => {
      DRAFT.remove();
      setDraft(null);
    };
    const restore = () => {
      setRestored(draft);
      setDraft(null);
    };
    return <UnsavedChanges draft={draft} onRestore={restore} onDiscard={discard} />;
  }
  const mode: EditMode = {
    schema: listingFormSchema,
    saving,
    stored: DRAFT,
    note: (
      <p className="rounded-card border p-4">
        {t('The listing is free and has no end. Its website and photos show when it’s on a paid plan.')}
      </p>
    ),
    actions: (form) => (
      <ReasonBar
        form={form}
        reason={reason}
        label={t('Why are you posting it?')}
        hint={t('For the audit log.')}
        busyLabel={t('Posting...')}
      >
        {t('Post listing')}
      </ReasonBar>
    ),
  };
  return (
    <>
      <p className="mb-6 max-w-measure text-muted">
        {rich(
          'Post a business that asked you to. <link>Look for it first</link>: it may be listed already. Nobody owns it until you give it to its owner by email, or somebody claims it.',
          {
            link: (text) => (
              <a href="/admin?tab=listings" className="link">
                {text}
              </a>
            ),
          },
        )}
      </p>
      <EditListingForm
        own={{ ...EMPTY, pictures: [] }}
        restored={restored}
        categories={categories}
        locations={locations}
        mode={mode}
      />
    </>
  );
}

/** Sends the form; the same one sent again makes no second listing. Then opens the desk of the listing. */
function usePosting({ reason, requireReason }: ReturnType<typeof useReason>): EditMode['saving'] {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { runMutation } = useRunMutation();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const posted = useRef(false);
  const save: EditMode['saving']['save'] = async ({ fields }) => {
    if (posted.current) return undefined;
    if (!requireReason()) return { message: t('Say why you’re posting it.') };
    const failure = await runMutation(t('Couldn’t post'), async () => {
      const headers = { 'idempotency-key': idempotencyKey };
      const body = { form: { ...fields, premium: false }, reason };
      const { id, message } = await send<PostedForBusiness>('POST', `${ADMIN_API_PREFIX}ads`, body, headers);
      posted.current = true;
      DRAFT.remove();
      void invalidateEverything(client);
      toast({ title: t('Listing posted'), description: message, tone: 'success' });
      await navigate(`/admin/ads/${id}`);
    });
    return failure && { ...failure, issues: failure.issues?.map(withoutPrefix) };
  };
  return { save, newer: null, resolveConflict() {} };
}

const withoutPrefix = ({ path, message }: { path: string; message: string }) => ({
  path: path.replace(/^form\./, ''),
  message,
});
