import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import type { Pictures } from '#web/listing-form/pictures/use-pictures.ts';

/** What the fields of every section receive. */
export interface SectionProps {
  form: SchemaForm<ListingForm>;
  pictures: Pictures;
  /** Whether the listing is, or is to be, at a paid level: others show no pictures. */
  paid: boolean;
  /** Whether pictures can be uploaded. */
  signedIn: boolean;
}
