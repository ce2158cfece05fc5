import { t } from '#contract/i18n/t.ts';
import { withoutPosition } from '#server/source-files/csv/column-positions.ts';
import { toNameKey } from './name-key.ts';
import { type ColumnMapping, ImportError } from './rows.ts';

/** The file seems to list people; it is imported once somebody has said that its rows are businesses. */
export class ListsPeople extends ImportError {}

const keys = (...names: string[]) => new Set(names.flatMap((line) => line.split(', ')));

const FIRST_NAMES = keys(
  'first name, firstname, first, given name, forename, nombre, nombres, customer first name, contact first name',
);
const LAST_NAMES = keys(
  'last name, lastname, last, surname, family name, apellido, apellidos, customer last name, contact last name',
);
const CUSTOMER_NAMES = keys(
  'customer, customers, customer name, customer full name, client, client name, full name, patient, patient name, guest, guest name',
  'subscriber, cliente, nombre del cliente, nombre completo',
);
const CONTACT_NAMES = keys('contact, contact name, contact person, person, display name, owner, owner name, contacto');
const BUSINESS_NAMES = keys(
  'company, company name, business, business name, organization, organization name, dba, dba name, trade name, store name, shop name',
  'facility name, practice name, vendor name, empresa, nombre del negocio, nombre comercial, negocio, razon social, title',
);
/** What is known of customers, subscribers and patients, but not of businesses in a directory. */
const CUSTOMER_FACTS = keys(
  'balance, open balance, balance total, saldo, customer type, taxable, terms, credit limit, birthday, birth date, date of birth, dob',
  'fecha de nacimiento, nickname, gender, age, marital status, salutation, email subscription status, email marketing status',
  'accepts marketing, accepts email marketing, accepts sms marketing, member rating, optin time, optin ip, confirm time, confirm ip',
  'leid, euid, unsub time, first visit, last visit, transaction count, lifetime spend, total spent, total orders, customer since',
  'square customer id, creation source, loyalty points, loyalty id, billing street, billing address, billing city, billing zip',
  'bill to, ship to, shipping street, shipping address, last purchase, last order, ssn, patient id, member id, customer id',
);

/**
 * @param records the first ones of the file
 * @throws {ListsPeople} when the columns are those of customers or other people, and no column names a business in most rows, or there are first and last names of customers
 */
export function refusePeople(path: string, header: string[], records: string[][], mapping: ColumnMapping = {}): void {
  const names = header.map((name) => toNameKey(withoutPosition(name)));
  const person = names.flatMap((name, index) => (isPerson(name) ? [index] : []));
  const facts = names.flatMap((name, index) => (CUSTOMER_FACTS.has(name) ? [index] : []));
  const isOfCustomers = facts.length >= 2;
  if (!isOfCustomers && !names.some((name) => CUSTOMER_NAMES.has(name)) && !hasBoth(names)) return;
  const mapped = mapping.name?.split('+').map((part) => toNameKey(withoutPosition(part))) ?? [];
  const namesPeople = mapped.length > 0 && mapped.every(isPerson);
  // A plain 'Name' is that of a customer among customers.
  const businessNames = isOfCustomers ? BUSINESS_NAMES : new Set([...BUSINESS_NAMES, 'name']);
  // Customers with first and last names stay people where some have a company.
  const listsCustomers = isOfCustomers && hasBoth(names);
  if (!namesPeople && !listsCustomers && namesBusinesses(names, businessNames, records)) return;
  const columns = [...person, ...facts].map((index) => header[index]).slice(0, 8);
  throw new ListsPeople(
    t(
      '{path} looks like a list of customers or other people, not of businesses: it has the columns {columns}. An import would publish names, addresses and telephone numbers. If every row is a business, confirm that first (in the command: --businesses).',
      { path, columns: columns.join(', ') },
    ),
  );
}

const isPerson = (name: string) =>
  [FIRST_NAMES, LAST_NAMES, CUSTOMER_NAMES, CONTACT_NAMES].some((kind) => kind.has(name));

const hasBoth = (names: string[]) =>
  names.some((name) => FIRST_NAMES.has(name)) && names.some((name) => LAST_NAMES.has(name));

/** Whether a column of names of businesses is filled in at least half of the records. */
function namesBusinesses(names: string[], businessNames: ReadonlySet<string>, records: string[][]) {
  return names.some((name, index) => {
    if (!businessNames.has(name)) return false;
    const filled = records.filter((record) => record[index]?.trim());
    return 2 * filled.length >= records.length;
  });
}
