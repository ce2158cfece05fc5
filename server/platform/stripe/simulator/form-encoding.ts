/** The fields of a request of Stripe's SDK, nested by names such as `metadata[plan]` and `expand[0]`. */
export type FormFields = { [name: string]: string | FormFields };

const MAX_FIELDS = 200;

/** Parses `application/x-www-form-urlencoded` with nested names; the last of equal names wins. */
export function parseForm(text: string): FormFields {
  const form: FormFields = Object.create(null);
  for (const [name, value] of [...new URLSearchParams(text)].slice(0, MAX_FIELDS)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    const last = path.pop() ?? '';
    let target = form;
    for (const part of path) {
      const inner = target[part];
      const nested: FormFields = typeof inner === 'object' ? inner : Object.create(null);
      target[part] = nested;
      target = nested;
    }
    target[last] = value;
  }
  return form;
}
