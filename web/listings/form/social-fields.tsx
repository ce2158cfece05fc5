import type { AdForm } from '#contract/listing-form.ts';
import { FormControl, type SchemaForm } from '../../ui/form.tsx';
import { WebAddressInput } from '../../ui/web-address-input.tsx';

/** Where else the business is: its addresses by platform. */
export function SocialFields({ form }: { form: SchemaForm<AdForm> }) {
  return (
    <FormControl form={form} name="socialMedia.facebook" label="Facebook" optional>
      {(control) => <WebAddressInput {...control} />}
    </FormControl>
  );
}
