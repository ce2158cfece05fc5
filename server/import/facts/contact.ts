import { t } from '#contract/i18n/t.ts';
import { truncate } from '#contract/text.ts';
import { printPhone, readPhone } from '#contract/values/phone.ts';
import { splitPhone } from '#contract/values/phone-parts.ts';
import type { ImportRow, RowNote } from '#server/source-files/rows.ts';
import { cleanEmail, cleanWebsite } from './normalize.ts';

/** The telephone number, email and website of a row. What is left out of a cell, or belongs to another one, is noted. */
export function normalizeContact(fields: ImportRow['fields'], mend: (note: RowNote) => void) {
  return { phone: normalizePhone(fields.phone, mend), ...normalizeLinks(fields, mend) };
}

function normalizePhone(text: string, mend: (note: RowNote) => void): string | null {
  if (!text) return null;
  const typed = truncate(text, 60);
  const phone = readPhone(text);
  if ('fault' in phone) {
    mend({
      kind: 'phone',
      text:
        phone.fault === 'scientific'
          ? t("phone ''{typed}'' lost digits in a spreadsheet: left out", { typed })
          : toFault('phone', typed),
    });
    return null;
  }
  const printed = printPhone(phone);
  if (printed !== text && !isSameNumber(text, printed)) {
    mend({ kind: 'phone', text: toOtherForm('phone', typed, printed), isOtherForm: true });
  }
  noteLeftOut('phone', text, findMoreNumbers(text, printed), mend);
  return printed;
}

/** Whether only the punctuation of a telephone number was changed: '949.555.0100', '+1 949 555 0100'. */
const isSameNumber = (text: string, printed: string) =>
  /^[\d\s().+-]+$/.test(text) && toDigits(text) === toDigits(printed);
const toDigits = (phone: string) => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** The telephone numbers of a text that the listing has no room for. */
function findMoreNumbers(text: string, printed: string): string[] {
  const { candidates } = splitPhone(text);
  if (candidates.length < 2) return [];
  const isTaken = (shown: string) => printed.replace(/\D/g, '').includes(shown.replace(/\D/g, ''));
  const shown = candidates.flatMap(({ digits }) => {
    const phone = readPhone(digits);
    return 'fault' in phone ? [] : [phone.shown];
  });
  return [...new Set(shown)].filter((number) => !isTaken(number));
}

/** A web address or an email address. */
interface Link {
  field: 'website' | 'email';
  value: string;
}

function normalizeLinks(fields: ImportRow['fields'], mend: (note: RowNote) => void) {
  const cells = { website: readLinks(fields.website), email: readLinks(fields.email) };
  const find = (field: Link['field']) => {
    const inOwnCell = cells[field].find((link) => link.field === field);
    return inOwnCell ?? [...cells.website, ...cells.email].find((link) => link.field === field);
  };
  const taken = { website: find('website')?.value ?? null, email: find('email')?.value ?? null };
  for (const field of ['website', 'email'] as const) {
    const text = fields[field];
    if (!text) continue;
    const links = cells[field];
    const typed = truncate(text, 60);
    if (links.length === 0) mend({ kind: field, text: toFault(field, typed) });
    const own = links.find((link) => link.field === field)?.value;
    if (own !== undefined && own !== text) {
      mend({ kind: field, text: toOtherForm(field, typed, own), isOtherForm: links.length === 1 });
    }
    const moved = links.filter((link) => link.field !== field && link.value === taken[link.field]);
    if (moved.length > 0) {
      mend({
        kind: field,
        text: t(
          "''{typed}'' is {field, select, website {an email address, and is listed as the email} other {a web address, and is listed as the website}}",
          { field, typed },
        ),
      });
    }
    const leftOut = links.filter((link) => link.value !== taken[link.field]).map(({ value }) => value);
    noteLeftOut(field, text, leftOut, mend);
  }
  return taken;
}

const DIVIDER = /\s*[;|\n]\s*|\s*,\s+|,(?=https?:|www\.)|\s+(?:or|and|&|y|o|\/)\s+|\s+(?=https?:|www\.)/i;

/** The addresses in a cell, which may be several. */
function readLinks(text: string): Link[] {
  if (!text) return [];
  const pieces = text.split(DIVIDER).filter(Boolean);
  const links = pieces.flatMap((piece) => readLink(piece) ?? []);
  if (pieces.length > 1 && links.length === pieces.length) return links;
  const whole = readLink(text);
  return whole ? [whole] : links;
}

function readLink(text: string): Link | null {
  // A browser writes 'http://' before whatever is typed.
  const email = cleanEmail(text.replace(/^(?:mailto:|https?:\/\/)/i, ''));
  if (email) return { field: 'email', value: email };
  const website = cleanWebsite(text);
  return website === null ? null : { field: 'website', value: website };
}

type Field = 'phone' | Link['field'];

function noteLeftOut(field: Field, text: string, leftOut: string[], mend: (note: RowNote) => void) {
  if (leftOut.length === 0) return;
  const typed = truncate(text, 60);
  mend({
    kind: field,
    text: t("of ''{typed}'', {rest} is left out", { typed, rest: truncate(leftOut.join(', '), 100) }),
  });
}

const toOtherForm = (field: Field, typed: string, value: string) =>
  t("{field, select, phone {phone} website {website} other {email}} ''{typed}'' is {mended}", {
    field,
    typed,
    mended: truncate(value, 60),
  });

const toFault = (field: Field, typed: string) =>
  t(
    "''{typed}'' isn’t {field, select, phone {a phone number} website {a web address} other {an email address}}: left out",
    {
      field,
      typed,
    },
  );
