import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { queries } from '#web/base/api/queries.ts';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, FormInput, getFieldError, type SchemaForm } from '#web/base/ui/form/form.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { CategoryBox } from '#web/listing-form/category-box.tsx';
import { MoreCategories } from '#web/listing-form/more-categories.tsx';
import { ClosedPeriodsFields } from '#web/opening-hours/closed-periods-fields.tsx';
import { SpecialHoursFields } from '#web/opening-hours/special-hours-fields.tsx';
import { useSpecialHours } from '#web/opening-hours/use-special-hours.ts';
import { WeekFields } from '#web/opening-hours/week-fields.tsx';
import { SharedPicture } from './shared-picture.tsx';

const SocialFields = lazy(() => import('#web/listing-form/sections/social-fields.tsx'));

/** What can be the same in many branches, in the order of the form. */
export const CHANGE_LABELS = {
  hours: t('Opening hours'),
  specialHours: t('Special hours'),
  description: t('Description'),
  website: t('Website'),
  phone: t('Phone'),
  categoryId: t('Category'),
  moreCategoryIds: t('More categories'),
  socialMedia: t('Social links'),
  photos: t('Add a photo'),
  logo: t('Logo'),
};
export type ChangeName = keyof typeof CHANGE_LABELS;

/** The fields of what was chosen. */
export function ChangeFields({ form, names }: { form: SchemaForm<ListingForm>; names: ChangeName[] }) {
  const categories = useQuery(queries.categories()).data?.items ?? [];
  return (
    <>
      {names.includes('hours') && (
        <Group label={CHANGE_LABELS.hours}>
          <p className="text-muted text-sm">{t('A day that’s “Not set” stays as each branch has it.')}</p>
          <WeekFields form={form} />
        </Group>
      )}
      {names.includes('specialHours') && (
        <Group label={CHANGE_LABELS.specialHours}>
          <SpecialHours form={form} />
        </Group>
      )}
      {names.includes('description') && (
        <FormControl form={form} name="description" label={CHANGE_LABELS.description} maxLength={1000}>
          {(control) => <TextArea {...control} />}
        </FormControl>
      )}
      {names.includes('website') && (
        <FormInput
          form={form}
          name="website"
          label={CHANGE_LABELS.website}
          hint={t('Such as https://bright-smiles.example. Leave it empty to remove it.')}
          type="url"
        />
      )}
      {names.includes('phone') && (
        <FormControl
          form={form}
          name="phone"
          label={CHANGE_LABELS.phone}
          hint={t('An x stands for a digit that each branch keeps: (xxx) 555-0100 keeps the area codes.')}
        >
          {(control) => <TextInput {...control} autoComplete="off" />}
        </FormControl>
      )}
      {names.includes('categoryId') && <CategoryBox form={form} categories={categories} />}
      {names.includes('moreCategoryIds') && (
        <Group label={CHANGE_LABELS.moreCategoryIds}>
          <MoreCategories form={form} categories={categories} />
        </Group>
      )}
      {names.includes('photos') && (
        <SharedPicture
          label={CHANGE_LABELS.photos}
          hint={t('Each branch gets it besides the photos that it has, up to three.')}
          onChange={(picture) => form.setValue('photos', picture ? [picture] : [])}
          error={getFieldError(form, 'photos')}
        />
      )}
      {names.includes('logo') && (
        <SharedPicture
          label={CHANGE_LABELS.logo}
          hint={t('For branches that have no logo yet.')}
          onChange={(picture) => form.setValue('logo', picture)}
          error={getFieldError(form, 'logo')}
        />
      )}
      {names.includes('socialMedia') && (
        <Group label={CHANGE_LABELS.socialMedia}>
          <Suspense fallback={<Spinner label={t('Loading…')} className="min-h-24" />}>
            <SocialFields form={form} />
          </Suspense>
        </Group>
      )}
    </>
  );
}

const Group = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <h2 className="mb-1 font-semibold text-lg">{label}</h2>
    {children}
  </div>
);

function SpecialHours({ form }: { form: SchemaForm<ListingForm> }) {
  const specialHours = useSpecialHours(form);
  return (
    <div ref={specialHours.ref} className="grid gap-5">
      <ClosedPeriodsFields specialHours={specialHours} />
      <SpecialHoursFields specialHours={specialHours} />
    </div>
  );
}
