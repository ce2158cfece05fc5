// Long because it is one table: searches in the open business data, and the results that must come first.

import { afterAll, describe, expect, it } from 'vitest';
import type { FoundListing } from '#contract/search.ts';
import { makeListing } from '#server/seed/factories.ts';
import { SAMPLE_LISTINGS } from '#server/seed/sample-listings.ts';
import { loadSamples } from '#server/seed/samples.ts';
import { createTestApi } from '../../tests/support/api.ts';
import { createTestDatabase } from '../../tests/support/database.ts';

const database = await createTestDatabase();
await loadSamples(database.db);
// Samples are not searched. The same businesses as real ones fill the categories that the open data lacks.
for (const listing of SAMPLE_LISTINGS) await makeListing(database.db, listing);
const api = await createTestApi({ database });
afterAll(async () => {
  await api.close();
  await database.drop();
});

/** The expected properties of a listing. */
interface Expected {
  name?: RegExp;
  city?: string;
  zip?: string;
  category?: string;
  /** The maximum distance in miles. */
  miles?: number;
}

type Row = [search: string, first: Expected, among?: 'first' | 'first three' | 'all'];

const TABLE: Record<string, Row[]> = {
  'by their name': [
    ['vons', { name: /^Vons/ }, 'all'],
    ['ralphs', { name: /^Ralphs/ }, 'all'],
    ['albertsons', { name: /^Albertsons/ }, 'all'],
    ['winco', { name: /^Winco Foods/ }, 'all'],
    ['stone brewing', { name: /^Stone Brewing Co/ }],
    ['ballast point', { name: /^Ballast Point/ }, 'all'],
    ['hangar 24', { name: /^Hangar 24 Craft Brewery/ }],
    ['3 iron', { name: /^3 Iron Brewing/ }],
    ['bootleggers', { name: /^Bootlegger/ }],
    ['golden road', { name: /^Golden Road Brewing/ }],
    ['karl strauss', { name: /^Karl Strauss/ }, 'all'],
    ['the lost abbey', { name: /Lost Abbey/ }],
    ['6th and la brea', { name: /^6th and La Brea/ }],
  ],
  'with other punctuation, accents or case': [
    ["gelson's", { name: /^Gelson's/ }, 'all'],
    ['gelsons', { name: /^Gelson's/ }, 'all'],
    ['JON’S MARKETPLACE', { name: /^Jon's Marketplace/ }],
    ['stater bros.', { name: /^Stater Bros/ }, 'all'],
    ['Smart & Final', { name: /^Smart & Final/ }, 'all'],
    ['smart and final', { name: /^Smart & Final/ }, 'all'],
    ['smart final', { name: /^Smart & Final/ }, 'all'],
    ['wal-mart', { name: /^Wal-?mart/i }, 'all'],
    ['r-ranch', { name: /^R-Ranch/ }, 'all'],
    ['La Cañada farmers market', { name: /La Ca[nñ]ada/ }],
    ['GRANADA HILLS', { city: 'Granada Hills' }, 'first three'],
  ],
  'with words joined or split': [
    ['walmart', { name: /^Wal-?mart/i }, 'all'],
    ['wal mart', { name: /^Wal-?mart/i }, 'all'],
    ['staterbros', { name: /^Stater Bros/ }, 'all'],
    ['stater brothers', { name: /^Stater Bros/ }, 'all'],
    ['food4less', { name: /^Food 4 Less/ }, 'all'],
    ['food 4 less', { name: /^Food 4 Less/ }, 'all'],
    ['foodmaxx', { name: /^Food Maxx/ }, 'all'],
    ['win co foods', { name: /^Winco Foods/ }, 'all'],
    ['smartandfinal', { name: /^Smart & Final/ }, 'all'],
    ['smartfinal', { name: /^Smart & Final/ }, 'all'],
    ['elsuper', { name: /^El Super #/ }, 'all'],
    ['superking', { name: /^Super King/ }, 'all'],
    ['north gate market', { name: /^Northgate Market/ }, 'all'],
    ['ballastpoint', { name: /^Ballast Point/ }, 'all'],
    ['boot leggers brewery', { name: /^Bootlegger/ }],
    ['hangar24', { name: /^Hangar 24/ }],
    ['farmersmarket', { category: 'farmers-markets' }, 'all'],
    ['grocerystore', { category: 'grocery-stores' }, 'all'],
    ['flowershop', { category: 'florists' }],
  ],
  'with numbers and small words written out': [
    ['foodforless', { name: /^Food 4 Less/ }, 'all'],
    ['food for less', { name: /^Food 4 Less/ }, 'all'],
    ['food four less', { name: /^Food 4 Less/ }, 'all'],
    ['more for less', { name: /^More 4 Less/ }],
    ['moreforless', { name: /^More 4 Less/ }, 'all'],
    ['babies for us', { name: /^Babies 4 US/ }],
    ['smartnfinal', { name: /^Smart & Final/ }, 'all'],
    ["smart 'n' final", { name: /^Smart & Final/ }, 'all'],
    ['mommynme', { name: /^Mommy & Me/ }],
    ['kids nutrition are us', { name: /^Kids Nutrition R US/ }],
    ['three iron brewing', { name: /^3 Iron Brewing/ }],
    ['ten barrel', { name: /^10 Barrel/ }],
    ['four way meat market', { name: /^4 Way Meat Market/ }, 'all'],
    ['seventh and fig', { name: /^7th & Fig/ }],
    ['two kids brewing', { name: /^2Kids Brewing/ }],
    ['foodforless compton', { name: /^Food 4 Less/, city: 'Compton' }],
  ],
  misspelled: [
    ['vonz', { name: /^Vons/ }, 'all'],
    ['ralfs', { name: /^Ralphs/ }, 'all'],
    ['albertsens', { name: /^Albertsons/ }, 'all'],
    ['wallmart', { name: /^Wal-?mart/i }, 'all'],
    ['gelsens', { name: /^Gelson's/ }, 'all'],
    ['pavillions', { name: /^Pavilions/ }, 'all'],
    ['valarta', { name: /^Vallarta/ }, 'all'],
    ['norhtgate market', { name: /^Northgate Market/ }, 'all'],
    ['balast point', { name: /^Ballast Point/ }, 'all'],
    ['stone brewng', { name: /^Stone Brewing/ }],
    ['superior grosers', { name: /^Superior Grocers/ }, 'all'],
    ['cardanas', { name: /^Cardenas/ }, 'all'],
    ['farmers markt', { category: 'farmers-markets' }, 'all'],
    ['resturant', { category: 'mexican-restaurants' }],
    ['brewrey', { category: 'breweries-wineries' }, 'all'],
    ['grocry store', { category: 'grocery-stores' }, 'all'],
    ['plumer', { category: 'plumbers' }],
  ],
  'joined and misspelled': [
    ['staterbross', { name: /^Stater Bros/ }, 'all'],
    ['smartandfinel', { name: /^Smart & Final/ }, 'all'],
    ['smrtfinal', { name: /^Smart & Final/ }, 'all'],
    ['fodforless', { name: /^Food 4 Less/ }, 'all'],
    ['balastpoint', { name: /^Ballast Point/ }, 'all'],
    ['balastpont', { name: /^Ballast Point/ }, 'all'],
    ['superkng', { name: /^Super King/ }],
    ['superiorgrosers', { name: /^Superior Grocers/ }, 'all'],
    ['northgatemarkt', { name: /^Northgate Market/ }, 'all'],
    ['goldenraod', { name: /^Golden Road/ }],
    ['numerounno', { name: /^Numero Uno/ }, 'all'],
    ['carlstrauss', { name: /^Karl Strauss/ }, 'all'],
    ['lostaby', { name: /Lost Abbey/ }],
    ['stonebrewng', { name: /^Stone Brewing/ }],
    ['wincofods', { name: /^Winco Foods/ }, 'all'],
    ['bigsaverfods', { name: /^Big Saver Foods/ }, 'all'],
    ['rranchmarkt', { name: /^R-Ranch Market/ }],
    ['grocerystor', { category: 'grocery-stores' }, 'all'],
    ['farmersmarkt', { category: 'farmers-markets' }, 'all'],
    ['staterbross riverside', { name: /^Stater Bros/, city: 'Riverside' }],
  ],
  'by a prefix, or in the plural': [
    ['albertso', { name: /^Albertsons/ }, 'all'],
    ['alberts', { name: /^Albertsons/ }, 'first three'],
    ['pavil', { name: /^Pavilions/ }],
    ['north', { name: /^North/ }, 'first three'],
    ['breweries', { category: 'breweries-wineries' }, 'all'],
    ['brewery', { category: 'breweries-wineries' }, 'all'],
    ['farmers markets', { category: 'farmers-markets' }, 'all'],
    ['farmer market', { category: 'farmers-markets' }, 'all'],
    ['florists', { category: 'florists' }],
  ],
  'by category': [
    ['grocery', { category: 'grocery-stores' }, 'all'],
    ['supermarkets', { category: 'grocery-stores' }, 'all'],
    ['craft beer', { category: 'breweries-wineries' }, 'all'],
    ['winery', { category: 'breweries-wineries' }, 'all'],
    ['department store', { category: 'department-stores' }, 'all'],
    ['flower shop', { category: 'florists' }],
    ['leaking water heater plumber', { category: 'plumbers' }],
    ['yoga', { category: 'yoga-pilates' }],
    ['surf lessons', { category: 'surf-water-sports' }],
    ['preschool', { category: 'child-care' }],
    ['WIC grocery', { category: 'grocery-stores' }, 'all'],
    ['bakery', { name: /Bakery/ }, 'first three'],
  ],
  'in Spanish': [
    ['supermercado', { category: 'grocery-stores' }, 'all'],
    ['abarrotes', { category: 'grocery-stores' }, 'all'],
    ['tienda de abarrotes santa ana', { category: 'grocery-stores', city: 'Santa Ana' }, 'all'],
    ['cervecería', { category: 'breweries-wineries' }, 'all'],
    ['carnicería', { name: /Carniceria/ }, 'first three'],
    ['panadería', { name: /Bakery/ }, 'first three'],
    ['taquería', { category: 'mexican-restaurants' }],
    ['plomero en irvine', { category: 'plumbers', city: 'Irvine' }],
    ['floristería', { category: 'florists' }],
    ['guardería', { category: 'child-care' }],
    ['supermercado cerca de mí', { category: 'grocery-stores' }, 'all'],
    ['mercado de agricultores', { category: 'farmers-markets' }, 'all'],
  ],
  'by name and place': [
    ['vons oceanside', { name: /^Vons/, city: 'Oceanside' }],
    ['vons in oceanside', { name: /^Vons/, city: 'Oceanside' }],
    ['target irvine', { name: /^Target/, city: 'Irvine' }, 'first three'],
    ['walmart irvine ca', { name: /^Wal-?mart/i, city: 'Irvine' }],
    ['ralphs near pasadena', { name: /^Ralphs/, miles: 5 }, 'first three'],
    ['albertsons el cajon', { name: /^Albertsons/, city: 'El Cajon' }],
    ['superior grocers los angeles', { name: /^Superior Grocers/, city: 'Los Angeles' }, 'first three'],
    ['northgate gonzalez anaheim', { name: /^Northgate Market/, city: 'Anaheim' }],
    ['super king altadena', { name: /^Super King/, city: 'Altadena' }],
    ['target weho', { name: /^Target/, miles: 4 }],
    ['farmers market santa monica', { name: /^Santa Monica/, category: 'farmers-markets' }, 'first three'],
    ['breweries in temecula', { category: 'breweries-wineries', city: 'Temecula' }, 'first three'],
    ['temecula brewery', { category: 'breweries-wineries', city: 'Temecula' }, 'first three'],
    ['brewery san diego county', { category: 'breweries-wineries' }, 'all'],
    ['grocery stores in orange county', { category: 'grocery-stores' }, 'all'],
    ['food maxx bakersfield', { name: /^Food Maxx/, city: 'Bakersfield' }, 'all'],
    ['vons pharmacy oceanside', { name: /^Vons/, city: 'Oceanside' }],
  ],
  'near a place without results': [
    ['pizza irvine', { name: /^Pizza Port San Clemente/, miles: 25 }],
    ['irvine pizza', { name: /^Pizza Port San Clemente/, miles: 25 }],
    ['brewery villa park', { category: 'breweries-wineries', miles: 5 }, 'all'],
    ['super king irvine', { name: /^Super King/, miles: 15 }],
    ['10 barrel chula vista', { name: /^10 Barrel/, miles: 15 }],
  ],
  'near a misspelled place': [
    ['ralphs in irivne', { name: /^Ralphs/, city: 'Irvine' }, 'first three'],
    ['ralphs temecla', { name: /^Ralphs/, city: 'Temecula' }],
    ['vons in san deigo', { name: /^Vons/, city: 'San Diego' }],
    ['brewery near anahiem', { category: 'breweries-wineries', miles: 5 }],
    ['el super ingelwood', { name: /^El Super/, city: 'Inglewood' }],
  ],
  'by ZIP code': [
    ['92614', { zip: '92614' }, 'first three'],
    ['groceries 90011', { category: 'grocery-stores', zip: '90011' }, 'first three'],
    ['groceries near 92243', { category: 'grocery-stores', miles: 3 }, 'first three'],
    ['walmart near 92618', { name: /^Wal-?mart/i, miles: 5 }, 'first three'],
    ['brewery 92025', { category: 'breweries-wineries', miles: 5 }],
  ],
  'near me, without a point': [
    ['farmers market near me', { category: 'farmers-markets' }, 'all'],
    ['best brewery nearby', { category: 'breweries-wineries' }, 'all'],
  ],
  'by address': [
    ['17605 harvard ave', { name: /^Ralphs #080/, zip: '92614' }],
    ['17605 Harvard Avenue, Irvine, CA 92614', { name: /^Ralphs #080/ }],
    ['1501 e st san diego', { name: /^10 Barrel/ }],
    ['305 w imperial highway brea', { name: /^Ralphs #192/ }],
    ['8100 highway 111', { name: /^United Food Center/, zip: '92257' }],
    ['619 578 2311', { name: /^10 Barrel/ }],
  ],
};

describe.each(Object.entries(TABLE))('Businesses are found %s', (_how, rows) => {
  it.each(rows)('%s', async (search, expected, among = 'first') => {
    const { status, body } = await api.get(`/api/search?limit=10&q=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    // Sponsored results are on top and marked; the expected one may be among them or must come directly below.
    const found = (body as FoundListing[]).filter((ad) => !ad.sponsored || matchesExpected(ad, expected));
    const top = found.slice(0, among === 'first' ? 1 : among === 'first three' ? 3 : 10);
    expect(top.length).toBeGreaterThan(0);
    const misses = top.filter((ad) => !matchesExpected(ad, expected));
    if (among === 'first three') expect(misses.length, formatListings(found)).toBeLessThan(top.length);
    else
      expect(
        misses.map(({ title }) => title),
        formatListings(found),
      ).toEqual([]);
  });
});

function matchesExpected(ad: FoundListing, { name, city, zip, category, miles }: Expected) {
  return (
    (!name || name.test(ad.title)) &&
    (!city || ad.city.name === city) &&
    (!zip || ad.zipCode === zip) &&
    (!category || ad.category.slug === category) &&
    (miles === undefined || (ad.miles !== null && ad.miles <= miles))
  );
}

const formatListings = (ads: FoundListing[]) =>
  ads.map(({ title, city, zipCode }) => `${title}, ${city.name} ${zipCode}`).join('\n');
