import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AdBooking,
  type BookingForm,
  hasCategory,
  hasCounty,
  SLOT_SIZES,
} from '#contract/advertising/ad-bookings.ts';
import type { AdSlotName } from '#contract/advertising/ad-slots.ts';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, type SchemaForm, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { type BookingInput, formSchema, toField, toInput } from './ad-form.ts';
import { AdPreview } from './ad-preview.tsx';
import { useBookingActions } from './ad-queries.ts';
import { PictureField } from './picture-field.tsx';
import { SLOT_LABELS } from './slot-labels.ts';
import { SubjectsField } from './subjects-field.tsx';

/** Adds a booked ad, or edits one that has not ended. */
export function AdDialog({ ad, onClose }: { ad: AdBooking | null; onClose: () => void }) {
  const { add, edit } = useBookingActions();
  const [defaultValues] = useState(() => toInput(ad));
  const form: SchemaForm<BookingInput> = useSchemaForm<BookingInput, BookingForm>({
    schema: formSchema,
    defaultValues,
    onSubmit: async (values): Promise<FormFailure | undefined> => {
      const failure = await (ad ? edit(ad, values) : add(values));
      if (failure) {
        const issues = failure.issues?.map((issue) => ({ ...issue, path: toField(issue.path) }));
        return { ...failure, issues };
      }
      toast({ title: ad ? t('Ad saved') : t('Ad added'), tone: 'success' });
      onClose();
      return undefined;
    },
  });
  const slot = form.watch('slot');
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={ad ? t('Edit ad') : t('Add ad')}
      intro={null}
      focus="advertiser"
      submitLabel={ad ? t('Save') : t('Add ad')}
      busyLabel={t('Saving...')}
    >
      <FormControl form={form} name="advertiser" label={t('Advertiser')} hint={t('Only you see it.')}>
        {(control) => <TextInput {...control} autoComplete="off" maxLength={120} />}
      </FormControl>
      <FormControl form={form} name="slot" label={t('Ad space')} hint={describeSize(slot)}>
        {(control) => (
          <Select {...control}>
            {Object.entries(SLOT_LABELS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </FormControl>
      <ContentFields form={form} ad={ad} />
      <FormControl form={form} name="link" label={t('Link')} hint={t('It opens in a new tab.')}>
        {(control) => <TextInput {...control} inputMode="url" autoComplete="off" placeholder="https://" />}
      </FormControl>
      <FormControl
        form={form}
        name="description"
        label={t('Description')}
        hint={t('What the ad shows and says, for people who can’t see it.')}
      >
        {(control) => <TextInput {...control} autoComplete="off" maxLength={300} />}
      </FormControl>
      <WhereFields form={form} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <FormControl form={form} name="firstDay" label={t('First day')} hint={t('In Los Angeles.')}>
          {(control) => <TextInput {...control} type="date" />}
        </FormControl>
        <FormControl form={form} name="lastDay" label={t('Last day')} hint={t('Until midnight.')}>
          {(control) => <TextInput {...control} type="date" />}
        </FormControl>
        <FormControl
          form={form}
          name="weight"
          label={t('Weight')}
          hint={t('From 1 to 10: how often it appears, compared with other ads in the same space.')}
        >
          {(control) => <TextInput {...control} inputMode="numeric" autoComplete="off" />}
        </FormControl>
        <FormControl
          form={form}
          name="price"
          label={t('Price in dollars')}
          optional
          hint={t('What the advertiser pays you, outside of this site.')}
        >
          {(control) => <TextInput {...control} inputMode="decimal" autoComplete="off" />}
        </FormControl>
      </div>
    </FormDialog>
  );
}

/** A picture for each size, or HTML, with a preview. */
function ContentFields({ form, ad }: { form: SchemaForm<BookingInput>; ad: AdBooking | null }) {
  const { slot, content, picture, phonePicture, html, description } = form.watch();
  const { phone, wide } = SLOT_SIZES[slot];
  const isSaved = ad?.html !== undefined && ad.html === html;
  return (
    <>
      <FormControl form={form} name="content" label={t('Content')}>
        {(control) => (
          <Select {...control}>
            <option value="picture">{t('A picture')}</option>
            <option value="html">{t('HTML')}</option>
          </Select>
        )}
      </FormControl>
      {content === 'picture' ? (
        <>
          <PictureField
            form={form}
            name="picture"
            label={t('Picture')}
            hint={t('It’s stored here, and fitted into the space.')}
          />
          {phone && String(phone) !== String(wide) && (
            <PictureField
              form={form}
              name="phonePicture"
              label={t('Picture for phones')}
              hint={t('Optional. Without it, phones show the other picture, smaller.')}
            />
          )}
          {picture && <AdPreview {...{ slot, description, picture, phonePicture }} frame={null} />}
        </>
      ) : (
        <>
          <FormControl
            form={form}
            name="html"
            label={t('HTML')}
            hint={t(
              'Styles and pictures inside of the text work; scripts and addresses of other sites don’t. To see it before others do, save it with a later first day.',
            )}
          >
            {(control) => <TextArea {...control} rows={6} spellCheck={false} className="font-mono text-sm" />}
          </FormControl>
          {isSaved && ad && (
            <AdPreview {...{ slot, description }} picture={null} phonePicture={null} frame={ad.frame} />
          )}
        </>
      )}
    </>
  );
}

/** The counties, categories and languages of the pages that show it. */
function WhereFields({ form }: { form: SchemaForm<BookingInput> }) {
  const slot = form.watch('slot');
  const { data: counties } = useQuery(queries.counties());
  const { data: categories } = useQuery(queries.categories());
  return (
    <>
      {hasCounty(slot) && (
        <SubjectsField form={form} name="counties" label={t('Counties')} options={counties?.items ?? []} />
      )}
      {hasCategory(slot) && (
        <SubjectsField
          form={form}
          name="categories"
          label={t('Categories')}
          options={(categories?.items ?? []).map(({ slug: value, name, parentId }) => ({
            slug: value,
            name,
            isChild: parentId !== null,
          }))}
        />
      )}
      <FormControl form={form} name="language" label={t('Language')} optional>
        {(control) => (
          <Select {...control}>
            <option value="">{t('All pages')}</option>
            <option value="en">{t('English pages')}</option>
            <option value="es">{t('Spanish pages')}</option>
          </Select>
        )}
      </FormControl>
    </>
  );
}

function describeSize(slot: AdSlotName): string {
  const { wide, phone } = SLOT_SIZES[slot];
  const [width, height] = wide;
  return phone
    ? t('{width} × {height} pixels, on phones {phoneWidth} × {phoneHeight}.', {
        width,
        height,
        phoneWidth: phone[0],
        phoneHeight: phone[1],
      })
    : t('{width} × {height} pixels.', { width, height });
}
