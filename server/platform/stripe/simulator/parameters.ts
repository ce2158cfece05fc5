import type { FormFields } from './form-encoding.ts';
import { invalidRequest, type SimulatorResponse } from './responses.ts';

/** The id in the path, and the checked parameters. */
export interface OperationInput {
  id: string;
  fields: FormFields;
}

/** Checks the value of a parameter; returns Stripe's error for one that it refuses. */
type Check = (value: string | FormFields, param: string) => SimulatorResponse | null;

/** The parameters of an operation. Others are refused, also those that Stripe knows and the simulator does not simulate. */
export type Parameters = Record<string, Check>;

/** The error of a request without one of these parameters; null if it has all of them. */
export function findMissingParameter(fields: FormFields, required: string[] = []): SimulatorResponse | null {
  const param = required.find((name) => fields[name] === undefined || fields[name] === '');
  if (param === undefined) return null;
  return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** The first error in the parameters of a request; null if there is none. */
export function findParameterError(fields: FormFields, known: Parameters, parent?: string): SimulatorResponse | null {
  for (const [name, value] of Object.entries(fields)) {
    const param = parent === undefined ? name : `${parent}[${name}]`;
    const check = Object.hasOwn(known, name) ? known[name] : undefined;
    const error = check ? check(value, param) : unknownParameter(param);
    if (error) return error;
  }
  return null;
}

const unknownParameter = (param: string) =>
  invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });

/** A text of at most so many characters. */
export const text =
  (maxLength = 5000): Check =>
  (value, param) => {
    if (typeof value !== 'string') return invalidRequest('Invalid string', { param });
    return value.length > maxLength
      ? invalidRequest(`Invalid string: must be at most ${maxLength} characters`, { param })
      : null;
  };

/** One of the given texts. */
export const oneOf =
  (...values: string[]): Check =>
  (value, param) =>
    typeof value === 'string' && values.includes(value)
      ? null
      : invalidRequest(`Invalid ${param}: must be one of ${values.join(', ')}`, { param });

/** A whole number in a range. */
export const integer =
  ({ min = 0, max = Number.MAX_SAFE_INTEGER } = {}): Check =>
  (value, param) => {
    const refuse = (message: string) => invalidRequest(message, { code: 'parameter_invalid_integer', param });
    if (typeof value !== 'string' || !/^-?\d{1,30}$/.test(value)) return refuse(`Invalid integer: ${String(value)}`);
    if (Number(value) < min) return refuse(`This value must be greater than or equal to ${min}.`);
    if (Number(value) > max) return refuse(`This value must be less than or equal to ${max}.`);
    return null;
  };

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const MIN_AMOUNT = 50;
const MAX_AMOUNT = 99_999_999;

/** An amount to charge, in US cents. */
export const chargeableAmount: Check = (value, param) => {
  const error = integer({ min: 1 })(value, param);
  if (error) return error;
  if (Number(value) < MIN_AMOUNT) {
    return invalidRequest('Amount must be at least $0.50 usd', { code: 'amount_too_small', param });
  }
  if (Number(value) > MAX_AMOUNT) {
    return invalidRequest('Amount must be no more than $999,999.99', { code: 'amount_too_large', param });
  }
  return null;
};

/** The currency of our prices. */
export const currency: Check = (value, param) =>
  value === 'usd' ? null : invalidRequest(`Invalid currency: ${String(value)}`, { param });

/** An object with these fields. */
export const object =
  (known: Parameters): Check =>
  (value, param) =>
    typeof value === 'string' ? invalidRequest('Invalid object', { param }) : findParameterError(value, known, param);

// https://docs.stripe.com/metadata#data
const MAX_METADATA_KEYS = 50;
const MAX_METADATA_KEY_LENGTH = 40;
const MAX_METADATA_VALUE_LENGTH = 500;

/** Texts by their keys. */
export const metadata: Check = (value, param) => {
  if (typeof value === 'string') return invalidRequest('Invalid object', { param });
  const entries = Object.entries(value);
  if (entries.length > MAX_METADATA_KEYS) {
    return invalidRequest(`You can only specify up to ${MAX_METADATA_KEYS} keys in metadata.`, { param });
  }
  for (const [key, entry] of entries) {
    if (key.length > MAX_METADATA_KEY_LENGTH) {
      return invalidRequest(`Metadata keys must be at most ${MAX_METADATA_KEY_LENGTH} characters`, { param });
    }
    const error = text(MAX_METADATA_VALUE_LENGTH)(entry, `${param}[${key}]`);
    if (error) return error;
  }
  return null;
};

/** The properties to expand (https://docs.stripe.com/expand). */
export const expandable =
  (...properties: string[]): Check =>
  (value, param) => {
    const unknown = Object.values(value).find((property) => !properties.includes(String(property)));
    return unknown === undefined
      ? null
      : invalidRequest(`This property cannot be expanded (${String(unknown)}).`, { param });
  };

/** The parameters of a page of a list. */
export const page: Parameters = { limit: integer({ min: 1, max: 100 }), starting_after: text(255) };

/** Whether a request expands a property. */
export const isExpanded = ({ expand }: FormFields, property: string) =>
  typeof expand === 'object' &&
  Object.values(expand).some((expanded) => expanded === property || String(expanded).startsWith(`${property}.`));

/** The metadata of a request, checked before. */
export function toMetadata({ metadata: given = {} }: FormFields): Record<string, string> {
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, String(value)]));
}
