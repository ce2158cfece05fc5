import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import { Button } from '#web/base/ui/button.tsx';
import { type SchemaForm, SubmitButton } from '#web/base/ui/form/form.tsx';
import { ListingStatus } from './listing-status.tsx';

/**
 * The listing's status and the buttons that save it, always in view. A draft can be published too.
 * @param onChoose called just before the form is submitted, with whether to publish
 */
export function SaveBar({
  own,
  form,
  onChoose,
}: {
  own: OwnerListingPage;
  form: SchemaForm<ListingForm>;
  onChoose: (publish: boolean) => void;
}) {
  const [publishing, setPublishing] = useState(false);
  const choose = (publish: boolean) => {
    setPublishing(publish);
    onChoose(publish);
  };
  const isDraft = own.acts.includes('publish');
  return (
    <div
      data-bottom-bar
      className="action-bar flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3 sm:px-6 sm:py-4"
    >
      <div className={isDraft ? 'max-sm:hidden' : ''}>
        <ListingStatus listing={own} />
      </div>
      {isDraft ? (
        <div className="flex grow gap-3 sm:grow-0 [&>*]:grow">
          <Button
            type="submit"
            variant="secondary"
            busy={form.busy && !publishing}
            disabled={form.busy}
            onClick={() => choose(false)}
          >
            {form.busy && !publishing ? t('Saving...') : t('Save draft')}
          </Button>
          <Button type="submit" busy={form.busy && publishing} disabled={form.busy} onClick={() => choose(true)}>
            {form.busy && publishing ? t('Publishing...') : t('Publish free')}
          </Button>
        </div>
      ) : (
        <SubmitButton form={form} busyLabel={t('Saving...')}>
          {t('Save changes')}
        </SubmitButton>
      )}
    </div>
  );
}
