import type { Operation, Schema } from './api-document.ts';

/** A text in the body of a request: `['faq', 0, 'answer']`. */
type FieldPath = readonly (string | number)[];

/** The text fields of the body of a route, with those of all its forms. */
export const listTextFields = ({ body }: Operation): FieldPath[] => (body ? listTexts(body, []) : []);

function listTexts(schema: Schema, path: FieldPath): FieldPath[] {
  const { anyOf, oneOf, items, properties = {}, additionalProperties } = schema;
  return [
    ...(anyOf ?? oneOf ?? []).flatMap((form) => listTexts(form, path)),
    ...Object.entries(properties).flatMap(([name, field]) => listTexts(field, [...path, name])),
    ...(additionalProperties ? listTexts(additionalProperties, [...path, 'es']) : []),
    ...(items ? listTexts(items, [...path, 0]) : []),
    ...(schema.type === 'string' ? [path] : []),
  ];
}

/** A body with one text, and nothing else. */
export function toBody([name, ...rest]: FieldPath, text: string): unknown {
  if (name === undefined) return text;
  return typeof name === 'number' ? [toBody(rest, text)] : { [name]: toBody(rest, text) };
}
