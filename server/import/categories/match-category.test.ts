import { afterAll, describe, expect, it } from 'vitest';
import { openGazetteer } from '#server/places/open-gazetteer.ts';
import { toBusinessName } from '#server/source-files/names/names.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { matchCategory } from './match-category.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);
const gazetteer = await openGazetteer(db);

function match(fields: { category?: string; category_raw?: string; name?: string }) {
  const row = { category: '', category_raw: '', name: 'Golden Hour', ...fields };
  const notes: string[] = [];
  const { category } = matchCategory(gazetteer, row, toBusinessName(row.name), ({ kind }) => notes.push(kind));
  return [category?.slug, ...notes];
}

describe('A category', () => {
  it.each([
    [{ category: 'plumbers', category_raw: 'Dentist' }, 'plumbers'],
    [{ category: 'Tattoo & Piercing' }, 'tattoo-piercing'],
    // As people search, in English and Spanish.
    [{ category_raw: 'Tattoo & Piercing' }, 'tattoo-piercing'],
    [{ category_raw: 'Coffee Shops' }, 'coffee-tea'],
    [{ category_raw: 'PANADERÍA' }, 'bakeries'],
    [{ category_raw: 'talleres mecánicos' }, 'auto-repair'],
    [{ category_raw: 'Pharmacies' }, 'pharmacies'],
    // As lists of permits, licenses and benefits name trades.
    [{ category_raw: 'OFFICES OF DENTISTS' }, 'dentists'],
    [{ category_raw: 'Super Store' }, 'department-stores'],
    [{ category_raw: "Farmers' Market" }, 'farmers-markets'],
    [{ category_raw: 'Skilled Nursing Facility' }, 'senior-care'],
    [{ category_raw: 'C-36' }, 'plumbers'],
    // With the words that all licenses have, several kinds in one, or numbers of the office.
    [{ category_raw: 'Vape & Smoke' }, 'smoke-vape-shops'],
    [{ category_raw: 'Massage Establishment' }, 'massage'],
    [{ category_raw: 'MASSAGE ESTABLISHMENT PERMIT (NEW)' }, 'massage'],
    [{ category_raw: 'Tow Operator' }, 'towing'],
    [{ category_raw: 'Tow Services' }, 'towing'],
    [{ category_raw: 'Tutoring Center' }, 'tutoring'],
    [{ category_raw: 'Electronics repair' }, 'repair-services'],
    [{ category_raw: 'Computer Repair Shop' }, 'repair-services'],
    [{ category_raw: 'Tire Dealer' }, 'tires'],
    [{ category_raw: 'Tobacco Retailer License' }, 'smoke-vape-shops'],
    [{ category_raw: 'Body Art Facility' }, 'tattoo-piercing'],
    [{ category_raw: 'Secondhand Dealer' }, 'thrift-stores'],
    [{ category_raw: 'Florist / Unicorns' }, 'shopping', 'review'],
    [{ category_raw: 'General Business License' }, 'local-services', 'review'],
    [{ category_raw: 'Retail Sales' }, 'local-services', 'review'],
    // NAICS codes of 2017 and 2022, of any length.
    [{ category_raw: '238220' }, 'plumbers'],
    [{ category_raw: '23822.0' }, 'plumbers'],
    [{ category_raw: '541940' }, 'veterinarians'],
    [{ category_raw: '722511' }, 'restaurants'],
    [{ category_raw: '456110' }, 'pharmacies'],
    [{ category_raw: '3329' }, 'manufacturing'],
    // By the brand, and narrowed by the name.
    [{ name: 'STARBUCKS #154' }, 'coffee-tea'],
    [{ name: 'KOHLS 1359', category_raw: 'Other miscellaneous store retailers' }, 'department-stores'],
    [{ name: '55 THAI KITCHEN', category_raw: 'FULL-SERVICE RESTAURANTS' }, 'thai-restaurants'],
    [{ name: 'Thai Massage', category: 'restaurants' }, 'restaurants'],
    // Unknown kinds are filed under the nearest top category, and marked.
    [{ category_raw: 'Mobile dentist van' }, 'health-medical', 'review'],
    [{ category_raw: 'unicorns', name: 'Rosa’s Nail Salon' }, 'beauty-spas', 'review'],
    [{ category_raw: 'unicorns' }, 'local-services', 'review'],
    // By words of the name that decide.
    [{ name: 'Panadería La Reina' }, 'food-grocery', 'review'],
    [{ name: 'Bank Liqour' }, 'local-services', 'review'],
    [{ name: 'Golden Hour Dental Plaza' }, 'local-services', 'review'],
    [{ name: 'Law Office Coffee Shop' }, 'local-services', 'review'],
    [{ category: 'unicorns' }, 'local-services', 'review'],
    [{}, 'local-services', 'review'],
    [{ category_raw: '00' }, 'local-services', 'review'],
  ])('%j is %s %s', (fields, ...expected) => expect(match(fields)).toEqual(expected));
});
