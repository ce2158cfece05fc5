import type { ListingForm } from '#contract/listing-form.ts';
import { HoursFields } from '../opening-hours/hours-fields.tsx';
import { FormControl, type SchemaForm } from '../ui/form/form.tsx';
import { UrlInput } from '../ui/form/url-input.tsx';
import { PictureFields } from './pictures/picture-fields.tsx';
import type { Pictures } from './pictures/use-pictures.ts';

/** The fields of the second screen. All of them are optional. */
export function PhotosAndHours({
  form,
  pictures,
  paid,
  signedIn,
}: {
  form: SchemaForm<ListingForm>;
  pictures: Pictures;
  paid: boolean;
  signedIn: boolean;
}) {
  return (
    <div className="grid gap-8">
      <div className="grid gap-5">
        <PictureFields form={form} pictures={pictures} paid={paid} signedIn={signedIn} />
        <FormControl
          form={form}
          name="imageUrl"
          label="Business Image URL"
          hint={
            paid
              ? 'The address of an image that’s already online. We copy it when you save, so later changes to it won’t show here.'
              : 'We’ll save this and show it when your listing is Premium.'
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
