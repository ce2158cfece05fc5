import type { AdForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '../../ui/form.tsx';
import type { Pictures } from './pictures.ts';

/**
 * A logo and up to three images of a listing.
 * @param pictures what `usePictures` gives for the form
 * @param paid whether the listing shows them
 */
export function PictureFields(_: { form: SchemaForm<AdForm>; pictures: Pictures; paid: boolean; signedIn: boolean }) {
  return null;
}
