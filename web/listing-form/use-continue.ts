import { useQueryClient } from '@tanstack/react-query';
import type { ListingForm } from '#contract/listing-form.ts';
import type { SchemaForm } from '../ui/form/form.tsx';
import type { useLocationQuestion } from './address/use-location-question.ts';
import { isOutsideArea } from './address/zip-area.ts';
import { loadLaterFields } from './listing-form-fields.tsx';
import { SCREENS } from './screens.ts';
import type { FormScreens } from './use-screens.ts';

/** Returns a function that shows the next screen once the fields of this one are valid; otherwise it focuses the first that is not. */
export function useContinue(
  form: SchemaForm<ListingForm>,
  screens: FormScreens,
  askAboutLocation: ReturnType<typeof useLocationQuestion>,
) {
  const client = useQueryClient();
  return async () => {
    void loadLaterFields();
    const fields = SCREENS[screens.current]?.fields ?? [];
    if (!(await form.trigger([...fields], { shouldFocus: true }))) return;
    if (fields.includes('zipCode')) {
      const { zipCode, locationId } = form.getValues();
      if (await isOutsideArea(client, zipCode)) return form.setFocus('zipCode');
      const question = await askAboutLocation({ zipCode, locationId });
      if (question) return form.setError('locationId', { message: question.message }, { shouldFocus: true });
    }
    screens.show(screens.current + 1);
  };
}
