import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/form/field.tsx';
import type { SearchParams } from './search-params.ts';
import { UseMyLocation } from './use-my-location.tsx';

const FORM_ID = 'ask-where';

/** Somebody wants what is near them, and has not said where they are: asks for a ZIP code, or the browser's word. */
export function LocationPrompt({ search: { near: _, ...search } }: { search: SearchParams }) {
  return (
    <section aria-labelledby="where" className="mb-6 rounded-card border bg-card p-5 sm:p-6">
      <h2 id="where" className="text-xl">
        Where are you?
      </h2>
      <form id={FORM_ID} action="/search" className="mt-4 flex max-w-130 items-end gap-3">
        {Object.entries(search).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field label="ZIP code or city" className="grow">
          {(control) => <TextInput {...control} name="near" maxLength={80} autoComplete="postal-code" />}
        </Field>
        <Button type="submit" className="min-h-12">
          Search
        </Button>
      </form>
      <UseMyLocation form={FORM_ID} className="mt-2" />
    </section>
  );
}
