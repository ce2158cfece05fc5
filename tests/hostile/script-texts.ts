import type { Method } from '#tests/support/api.ts';
import type { Operation, Schema } from './api-document.ts';
import { type Examples, fits } from './generated-values.ts';

/** A request with scripts in its texts. */
export interface ScriptRequest {
  operation: Operation;
  method: Method;
  url: string;
  /** Undefined for a request without a body. */
  body: object | undefined;
}

interface ScriptOptions {
  /** The values of the fields of a route that are no texts; `path id` is the id in its path. */
  examples(operation: Operation): Examples;
  scripts: readonly string[];
  /** The index of the script of the first field of a route; the others have the next ones. */
  start: number;
  send(request: ScriptRequest): Promise<{ status: number; body: unknown }>;
}

/** The text fields of a request by path, as `faq.0.answer`, and the form in which each has a script. */
type Forms = Map<string, number>;

/** How a text can contain a script, beginning with the most dangerous form. */
const FORMS = [
  (script: string) => script,
  (script: string, example: string) => `${example} ${script}`,
  (script: string, example: string) => `${example}${script}`,
  (script: string, example: string) => `${example}${encodeURIComponent(script)}`,
] as const;
const PLAIN = FORMS.length;
const ABSENT = PLAIN + 1;

/** Passwords and tokens are stored as hashes only. */
const NEVER_SHOWN = /password$|^token$|^cursor$/i;
/** Statuses of a request whose texts are valid, but not for this id. */
const WRONG_ID = new Set([402, 403, 404, 409]);
const MAX_ATTEMPTS = 60;

/**
 * Makes what sends a script in every text field of a route: in all fields of a body at once, and in one parameter of a query after
 * the other. Refused fields are sent again in another form, then without a script, and at last not at all.
 */
export function createScriptSender({ examples, scripts, start, send }: ScriptOptions) {
  /** The forms that were accepted, by the name of the field. */
  const known: Forms = new Map();
  const turns = new Map<string, number>();

  /** @returns for each text field of the route, whether a script was accepted in it */
  return async function sendScripts(operation: Operation): Promise<Map<string, boolean>> {
    const accepted = new Map<string, boolean>();
    const bodies = operation.body ? (operation.body.anyOf ?? [operation.body]) : [undefined];
    const parameters = operation.parameters.filter(({ in: place, schema }) => place === 'query' && schema.maxLength);
    for (const [body, parameter] of operation.body
      ? bodies.map((schema) => [schema, undefined] as const)
      : parameters.map(({ name }) => [undefined, name] as const)) {
      for (const [field, form] of (await sendUntilAccepted(operation, body, parameter)) ?? []) {
        const path = field.replaceAll(/\.\d+/g, '[]');
        accepted.set(path, accepted.get(path) || form < PLAIN);
      }
    }
    return accepted;
  };

  async function sendUntilAccepted(operation: Operation, schema: Schema | undefined, parameter: string | undefined) {
    const forms: Forms = new Map();
    const ids = operation.path.includes('{id}') ? [...examples(operation)('path id')] : [''];
    for (let attempt = 0; ids.length > 0 && attempt < MAX_ATTEMPTS; attempt += 1) {
      const fields: Forms = new Map();
      const turnsBefore = new Map(turns);
      const fill = createFiller(examples(operation), forms, fields);
      const url = operation.path.replace(/\{(.*?)\}/g, (_, name) =>
        encodeURIComponent(String(name === 'id' ? ids[0] : (fill({ type: 'string' }, name, '') ?? 'none'))),
      );
      const text =
        parameter &&
        fill({ type: 'string', maxLength: 200, ...findSchema(operation, parameter) }, parameter, parameter);
      const query = text === undefined ? '' : `?${new URLSearchParams({ [parameter as string]: String(text) })}`;
      const body = schema && (fill(schema, '', '') as object);
      const response = await send({ operation, method: operation.method, url: url + query, body });
      const { issues = [] } = response.body as { issues?: { path: string }[] };
      if (response.status === 400) {
        for (const [name, turn] of turnsBefore) turns.set(name, turn);
        if (issues.filter(({ path }) => weaken(path, forms, fields)).length === 0) return fields;
      } else if (WRONG_ID.has(response.status)) ids.shift();
      else {
        for (const [path, form] of fields) if (form <= PLAIN && !known.has(toName(path))) known.set(toName(path), form);
        return fields;
      }
    }
    return undefined;
  }

  /** Fills in values of a schema, and notes the fields and their forms. */
  function createFiller(valuesOf: Examples, forms: Forms, fields: Forms) {
    const findExample = (name: string, schema: Schema) => valuesOf(name).find((value) => fits(schema, value));

    /** The ids of a name in turn: a picture belongs to one listing. */
    function nextNumber(name: string): unknown {
      const numbers = valuesOf(name).filter((value) => typeof value === 'number');
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      return numbers[turn % Math.max(1, numbers.length)];
    }

    function fillText(schema: Schema, name: string, path: string, given?: string): string | undefined {
      const example = given ?? (findExample(name, schema) as string | undefined);
      const { minLength = 0, maxLength, pattern } = schema;
      // Only texts have a maximum length.
      if (maxLength === undefined || (pattern && !pattern.includes('\\0')) || NEVER_SHOWN.test(name)) return example;
      const form = forms.get(path) ?? known.get(toName(path)) ?? 0;
      fields.set(path, form);
      if (form === ABSENT) return undefined;
      const plain = example ?? 'Golden Hour Plumbing of Irvine'.slice(0, maxLength);
      // A refusal may be that of the script alone, so each form has another one.
      const index = start + fields.size + form;
      const script =
        form === 0 ? findScript(index, minLength, maxLength) : findScript(index, 0, maxLength - plain.length - 1);
      // Where none fits, the form is refused as one that is too long.
      return FORMS[form]?.(script ?? ' '.repeat(maxLength), plain) ?? plain;
    }

    return function fill(schema: Schema, name: string, path: string, given?: string): unknown {
      if (forms.get(path) === ABSENT) return undefined;
      const alternative = schema.anyOf?.[0] ?? schema.oneOf?.[0];
      if (alternative) return fill(alternative, name, path);
      if (schema.const !== undefined) return schema.const;
      if (schema.enum) return schema.enum[0];
      const join = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
      switch (schema.type) {
        case 'string':
          return fillText(schema, name, path, given);
        case 'integer':
        case 'number':
          return nextNumber(name) ?? schema.minimum ?? 1;
        case 'boolean':
          return findExample(name, schema) ?? false;
        case 'array':
          return [0, 1]
            .slice(0, schema.maxItems)
            .map((i) => fill(schema.items ?? {}, name, join(i)))
            .filter((value) => value !== undefined);
        default: {
          const { additionalProperties: texts } = schema;
          const entries = texts ? Object.entries((findExample(name, schema) as object) ?? {}) : [];
          return Object.fromEntries([
            ...Object.entries(schema.properties ?? {}).map(([key, value]) => [key, fill(value, key, join(key))]),
            ...entries.map(([key, example]) => [key, fill(texts || {}, key, join(key), example as string)]),
          ]);
        }
      }
    };
  }

  /** The first script of this length, beginning with an index. */
  function findScript(index: number, minLength: number, maxLength: number): string | undefined {
    const first = index % scripts.length;
    return [...scripts.slice(first), ...scripts.slice(0, first)].find(
      ({ length }) => length >= minLength && length <= maxLength,
    );
  }
}

const findSchema = ({ parameters }: Operation, parameter: string) =>
  parameters.find(({ name }) => name === parameter)?.schema;

/** The name of the field at a path, which a list's items have too. */
const toName = (path: string) =>
  path
    .replace(/\.\d+$/, '')
    .split('.')
    .at(-1) as string;

/**
 * Gives a refused field, or every field in a refused object, its next form. A refusal without a path is about fields that do not
 * accept every text, if there are some.
 * @returns whether there was one
 */
function weaken(path: string, forms: Forms, fields: Forms): boolean {
  const picky = [...fields].filter(([, form]) => form > 0 && form < PLAIN);
  const own =
    path === '' && picky.length > 0
      ? picky
      : [...fields].filter(([field]) => path === '' || field === path || field.startsWith(`${path}.`));
  for (const [field, form] of own) forms.set(field, Math.min(ABSENT, form + 1));
  if (own.some(([, form]) => form !== ABSENT)) return true;
  // A required field of a list's item cannot be absent, so the item is.
  const absent = forms.get(path) === ABSENT ? /^.*\.\d+(?=\.)/.exec(path)?.[0] : path;
  if (!absent || forms.get(absent) === ABSENT) return false;
  forms.set(absent, ABSENT);
  return true;
}
