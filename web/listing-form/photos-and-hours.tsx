import type { ComponentProps } from 'react';
import { t } from '#contract/i18n/t.ts';
import { HoursFields } from '../opening-hours/hours-fields.tsx';
import { FormControl } from '../ui/form/form.tsx';
import { UrlInput } from '../ui/form/url-input.tsx';
import { PictureFields } from './pictures/picture-fields.tsx';

/** The fields of the second screen. All of them are optional. */
export function PhotosAndHours(props: ComponentProps<typeof PictureFields>) {
  const { form, paid } = props;
  return (
    <div className="grid gap-8">
      <div className="grid gap-5">
        <PictureFields {...props} />
        <FormControl
          form={form}
          name="imageUrl"
          label={t('Business Image URL')}
          hint={
            paid
              ? t(
                  'The address of an image that’s already online. We copy it when you save, so later changes to it won’t show here.',
                )
              : t('We’ll save this and show it when your listing is Premium.')
          }
          optional
        >
          {(control) => <UrlInput {...control} autoComplete="off" />}
        </FormControl>
      </div>
      <HoursFields form={form} />
    </div>
  );
}
