import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Select, TextArea, TextInput } from './controls.tsx';
import { Field } from './field.tsx';

/** The value of an attribute of the first tag of that name. */
function attribute(markup: string, tag: string, name: string): string | undefined {
  return markup.match(new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`))?.[1];
}

const kinds = [
  ['input', TextInput],
  ['textarea', TextArea],
  ['select', Select],
] as const;

test.each(kinds)('the label and the hint reference their %s', (tag, Control) => {
  const markup = renderToStaticMarkup(
    <Field label="Phone Number" hint="Include the area code.">
      {(control) => <Control {...control} />}
    </Field>,
  );
  expect(attribute(markup, tag, 'id')).toBe(attribute(markup, 'label', 'for'));
  expect(attribute(markup, tag, 'aria-describedby')).toBe(attribute(markup, 'p', 'id'));
  expect(markup).toContain('>Include the area code.</p>');
});

test.each(kinds)('an error replaces the hint of a %s and marks it as invalid', (tag, Control) => {
  const markup = renderToStaticMarkup(
    <Field label="Phone Number" hint="Include the area code." error="Enter a phone number">
      {(control) => <Control {...control} />}
    </Field>,
  );
  expect(markup).not.toContain('Include the area code.');
  expect(markup).toContain('Enter a phone number</p>');
  expect(attribute(markup, tag, 'aria-invalid')).toBe('true');
  expect(attribute(markup, tag, 'aria-describedby')).toBe(attribute(markup, 'p', 'id'));
});

test('a field is required unless its label says that it is optional', () => {
  const field = (optional: boolean) =>
    renderToStaticMarkup(
      <Field label="Website" optional={optional}>
        {(control) => <TextInput {...control} />}
      </Field>,
    );
  expect(field(false)).toContain('required=""');
  expect(field(true)).not.toContain('required');
  expect(field(true)).toContain('(optional)');
});
