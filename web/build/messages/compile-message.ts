import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** The functions that a compiled message calls, from `web/base/i18n/`. */
export type Helper = 'plural' | 'choose' | 'formatNumber';

interface Context {
  /** The source of the expression for an argument. */
  getValue: (name: string) => string;
  use: (helper: Helper) => string;
}

/**
 * The source of an expression for an ICU message, that is its text with the values in their places.
 * @throws {SyntaxError} for an invalid message, {Error} for what messages here may not have
 */
export function compileMessage(message: string, context: Context): string {
  return toTemplate(parse(message), context);
}

/** Compiles a message to JSX, for `rich`. */
export function compileRichMessage(message: string, context: Context): string {
  return toFragment(parse(message), context);
}

/** The names of a message's arguments and tags, with what they are for: `count:plural`. */
export function getArguments(message: string): Set<string> {
  const names = new Set<string>();
  const collect = (elements: MessageFormatElement[]) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      names.add(`${element.value}:${KINDS[element.type]}`);
      if (element.type === TYPE.tag) collect(element.children);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const option of Object.values(element.options)) collect(option.value);
    }
  };
  collect(parse(message));
  return names;
}

const KINDS: Partial<Record<TYPE, string>> = {
  [TYPE.argument]: 'text',
  [TYPE.number]: 'number',
  [TYPE.plural]: 'plural',
  [TYPE.select]: 'select',
  [TYPE.tag]: 'tag',
};

function toTemplate(elements: MessageFormatElement[], context: Context, counted?: string): string {
  if (elements.every(({ type }) => type === TYPE.literal))
    return JSON.stringify(elements.map((element) => ('value' in element ? element.value : '')).join(''));
  const parts = elements.map((element) =>
    element.type === TYPE.literal
      ? element.value.replace(/[`\\]|\$(?=\{)/g, '\\$&')
      : `\${${toExpression(element, context, counted, toTemplate)}}`,
  );
  return `\`${parts.join('')}\``;
}

function toFragment(elements: MessageFormatElement[], context: Context, counted?: string): string {
  const [only] = elements;
  if (elements.length === 1 && only?.type === TYPE.literal) return JSON.stringify(only.value);
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return `{${JSON.stringify(element.value)}}`;
    if (element.type !== TYPE.tag) return `{${toExpression(element, context, counted, toFragment)}}`;
    return `{(${context.getValue(element.value)})(${toFragment(element.children, context, counted)})}`;
  });
  return `<>${parts.join('')}</>`;
}

function toExpression(
  element: MessageFormatElement,
  context: Context,
  counted: string | undefined,
  toForm: (elements: MessageFormatElement[], context: Context, counted?: string) => string,
): string {
  if (element.type === TYPE.argument) return context.getValue(element.value);
  if (element.type === TYPE.number && !element.style)
    return `${context.use('formatNumber')}(${context.getValue(element.value)})`;
  if (element.type === TYPE.pound && counted) return `${context.use('formatNumber')}(${counted})`;
  if (element.type === TYPE.plural && element.pluralType === 'cardinal' && element.offset === 0) {
    const value = context.getValue(element.value);
    return `${context.use('plural')}(${value}, ${toForms(element.options, (form) => toForm(form, context, value))})`;
  }
  if (element.type === TYPE.select) {
    const forms = toForms(element.options, (form) => toForm(form, context, counted));
    return `${context.use('choose')}(${context.getValue(element.value)}, ${forms})`;
  }
  throw new Error(`A message cannot have ${TYPE[element.type]} elements here.`);
}

const toForms = (
  options: Record<string, { value: MessageFormatElement[] }>,
  toSource: (form: MessageFormatElement[]) => string,
): string =>
  `{ ${Object.entries(options)
    .map(([name, { value }]) => `${JSON.stringify(name)}: ${toSource(value)}`)
    .join(', ')} }`;
