import type { AdForm } from '#contract/listing-form.ts';
import { FormInput, type SchemaForm } from '../../ui/form.tsx';

/** When the business is open: seven days, each closed, around the clock or in spans, and a note on holidays. */
export function HoursFields({ form }: { form: SchemaForm<AdForm> }) {
  return <FormInput form={form} name="holidayNote" label="Holiday note" />;
}
