import { PHONE_MESSAGES } from '#contract/listing-fields/phone-messages.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';

/**
 * Writes the telephone number of a form as it will be stored, or says why it is none. The reader is loaded here, when the field is left:
 * its metadata is larger than the form. Where it cannot be loaded, the API reads the number.
 */
export async function readTypedPhone(form: SchemaForm<ListingForm>): Promise<void> {
  const typed = form.getValues('phone');
  if (typed === '' || !(await form.trigger('phone'))) return;
  const { printPhone, readPhone } = await import('#contract/values/phone.ts');
  if (form.getValues('phone') !== typed) return;
  const phone = readPhone(typed);
  if ('fault' in phone) return form.setError('phone', { message: PHONE_MESSAGES[phone.fault] });
  const printed = printPhone(phone);
  if (printed !== typed) form.setValue('phone', printed, { shouldDirty: true });
}
