import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { FormControl, getFieldError, type SchemaForm } from '../ui/form/form.tsx';
import { UrlInput } from '../ui/form/url-input.tsx';
import { Icon } from '../ui/icon.tsx';

/** The website, which stands among required fields: asked for when it is tapped, and shown where it is filled in. */
export function OptionalWebsite({ form, paid }: { form: SchemaForm<ListingForm>; paid: boolean }) {
  const website = useWatch({ control: form.control, name: 'website' });
  const [open, setOpen] = useState(false);
  if (!open && (website || getFieldError(form, 'website'))) setOpen(true);
  if (!open) {
    return (
      <button
        type="button"
        onClick={() => {
          flushSync(() => setOpen(true));
          form.setFocus('website');
        }}
        className="link inline-flex min-h-11 items-center gap-1.5 justify-self-start"
      >
        <Icon name="plus" />
        {t('Add your website (optional)')}
      </button>
    );
  }
  return (
    <FormControl
      form={form}
      name="website"
      label={t('Website')}
      hint={paid ? undefined : t('We’ll save this and show it when your listing is Premium.')}
      optional
    >
      {(control) => <UrlInput {...control} />}
    </FormControl>
  );
}
