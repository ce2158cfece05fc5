import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useSearchParams } from 'react-router';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { type ListingFields, type ListingForm, listingFormSchema } from '#contract/listing-form.ts';
import type { Location } from '#contract/places.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Form, type SchemaForm, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { useHydrated } from '#web/base/ui/form/use-hydrated.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { useAreaQuestion } from '#web/listing-form/address/use-area-question.ts';
import { STILL_UPLOADING, usePictures } from '#web/listing-form/pictures/use-pictures.ts';
import { PremiumSwitch } from '#web/listing-form/premium/premium-switch.tsx';
import { OptionalSections } from '#web/listing-form/sections/optional-sections.tsx';
import { useCredit } from './credit-queries.ts';
import { NEW_LISTING_FORM } from './draft.ts';
import { ListingFormFields } from './listing-form-fields.tsx';
import { OptionsCard } from './options-card.tsx';
import { AccountNotice, SubmitBar } from './submit-bar.tsx';
import { TipsCard } from './tips-card.tsx';
import { useDraft } from './use-draft.ts';
import { usePostListing } from './use-post-listing.ts';

// The server renders in one go, so it loads the module at the start.
const ListingPreview = import.meta.env.SSR
  ? (await import('./listing-preview.tsx')).default
  : lazy(() => import('./listing-preview.tsx'));
const AccountDraft = lazy(() => import('#web/listing-form/later/account-draft.tsx'));
const PostingQuestion = lazy(() => import('#web/listing-form/later/posting-question.tsx'));
const StartOverDialog = lazy(() => import('#web/listing-form/later/start-over-dialog.tsx'));

/** The form of a new listing, beside the plans, tips and a preview. */
export function PostListingForm({ categories, locations }: { categories: Category[]; locations: Location[] }) {
  const { user } = useUser();
  const ready = useHydrated();
  const { planParam, clearPlanParam } = usePlanParam();
  // Undefined until first opened: the dialog is then loaded, and stays mounted to restore the focus.
  const [startingOver, setStartingOver] = useState<boolean>();

  const credit = useCredit();
  const posting = usePostListing({ hasCredit: credit !== undefined });
  const askAboutArea = useAreaQuestion();
  const form = useSchemaForm<ListingForm, ListingFields>({
    schema: listingFormSchema,
    defaultValues: { ...NEW_LISTING_FORM, premium: planParam ?? false },
    onSubmit: async (fields) =>
      pictures.uploading
        ? { message: STILL_UPLOADING }
        : ((await askAboutArea(fields)) ?? (await posting.post(fields, draft))),
  });
  const draft = useDraft(form, planParam);
  const uploaded = draft.state?.uploaded ?? [];
  const pictures = usePictures({ form, uploaded, onUploaded: (uploaded) => draft.update({ uploaded }) });
  const premium = form.watch('premium') ?? false;

  const fillIn = useAccountDetails(form);

  const startOver = () => {
    // First, because fields behind an open dialog cannot be focused.
    flushSync(() => setStartingOver(false));
    draft.startOver();
    fillIn();
    form.setFocus('title');
  };
  const postAnother = () => {
    posting.confirm();
    (document.getElementById(form.id) as HTMLFormElement).requestSubmit();
  };

  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-labelledby="business-details" className="rounded-card border bg-card p-4 sm:p-6">
        <div className="mb-5 flex min-h-11 items-center justify-between gap-4">
          <h2 id="business-details" className="text-xl">
            {t('Business Details')}
          </h2>
          {form.formState.isDirty && !form.busy && (
            <Button variant="ghost" size="sm" className="-mr-3" onClick={() => setStartingOver(true)}>
              <Icon name="rotate-cw" />
              {t('Start over', null, 'form')}
            </Button>
          )}
        </div>
        <NoScriptNotice />
        {user && draft.state && (
          <Suspense>
            <AccountDraft form={form} onContinue={draft.replace} />
          </Suspense>
        )}
        <Form
          form={form}
          actions={
            <>
              {!user && <AccountNotice />}
              <SubmitBar form={form} premium={premium} credit={credit} />
              <OptionalSections
                form={form}
                pictures={pictures}
                paid={premium}
                signedIn={Boolean(user)}
                sections={{
                  open: draft.state?.openSections ?? [],
                  onChange: (openSections) => draft.update({ openSections }),
                }}
              />
            </>
          }
        >
          {/* Disabled until hydration: what is typed before it would be lost. */}
          <fieldset disabled={!ready} className="grid min-w-0 gap-5 **:scroll-mt-6 **:scroll-mb-32">
            <ListingFormFields form={form} categories={categories} locations={locations} paid={premium}>
              <PremiumSwitch form={form} planParam={planParam} onChange={clearPlanParam} />
            </ListingFormFields>
          </fieldset>
        </Form>
        <Suspense fallback={null}>
          {startingOver !== undefined && (
            <StartOverDialog
              open={startingOver}
              signedIn={Boolean(user)}
              onClose={() => setStartingOver(false)}
              onStartOver={startOver}
            />
          )}
          {posting.question && (
            <PostingQuestion question={posting.question} onPost={postAnother} onClose={posting.dismiss} />
          )}
        </Suspense>
      </section>
      <aside className="grid content-start gap-6 self-stretch">
        <OptionsCard />
        <TipsCard />
        <div className="max-lg:order-first lg:sticky lg:top-6">
          <Suspense>
            <ListingPreview form={form} categories={categories} uploaded={uploaded} />
          </Suspense>
        </div>
      </aside>
    </div>
  );
}

const NoScriptNotice = () => (
  <noscript>
    <p className="mb-5 flex gap-3 rounded-field bg-pacific-wash px-3.5 py-3">
      <Icon name="info" className="mt-0.5 size-5 shrink-0 text-pacific" />
      {t('You need JavaScript to post. The rest of the site works without it.')}
    </p>
  </noscript>
);

/** Fills in the user's business name and email address once, so that they can be emptied. The returned function does it again. */
function useAccountDetails({ getValues, setValue }: SchemaForm<ListingForm>): () => void {
  const { user } = useUser();
  const fillIn = () => {
    for (const name of ['businessName', 'email'] as const)
      if (user?.[name] && !getValues(name)) setValue(name, user[name]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the user changes.
  useEffect(fillIn, [user?.id]);
  return fillIn;
}

/** The plan named in the page's URL, as by links of the rates page, until another one is chosen in the form. */
function usePlanParam() {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const plan = search.get('plan');
  return {
    /** Whether it is the premium plan; undefined where none is named. */
    planParam: plan === 'premium' ? true : plan === 'free' ? false : undefined,
    clearPlanParam: () => {
      if (!search.has('plan')) return;
      search.delete('plan');
      setSearch(search, { replace: true, preventScrollReset: true, state });
    },
  };
}
