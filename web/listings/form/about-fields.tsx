import type { AdForm } from '#contract/listing-form.ts';
import { FormInput, type SchemaForm } from '../../ui/form.tsx';

/** What else may be said of a business: its languages, the year it was founded, the area it serves. */
export function AboutFields({ form }: { form: SchemaForm<AdForm> }) {
  return <FormInput form={form} name="serviceArea" label="Service area" />;
}
