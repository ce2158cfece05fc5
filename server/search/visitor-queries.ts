// Long because it is one table: searches as visitors type them, written before any of them was run. At first 68 of the 120 failed,
// 38 of these by their results and the others because a category or filter was not understood. Four expectations were corrected
// afterwards, because the data has what they denied: delis, a market with gas, and a sample with the area code 714.

import type { ExpectedListing } from '../../tests/support/business-search.ts';

/** What a search must be understood as, and what it must and must not find in the shipped data. */
export interface VisitorQuery {
  /** The slugs of the categories that the words mean; none by default. */
  category?: string | string[];
  open?: 'now' | 'late' | '24h';
  language?: string;
  /** The name of the place that the words name. */
  near?: string;
  /** The first result. */
  first?: ExpectedListing;
  /** Each of the first ten results, if there are any. */
  all?: ExpectedListing;
  /** Titles that no result may have. */
  never?: RegExp;
  /** The shipped data has no such business, and the search says so. */
  none?: true;
}

const TACOS = { category: 'mexican-restaurants', first: { category: 'mexican-restaurants' } };
const PLUMBER = { category: 'plumbers', first: { name: /^Marlow/ } };
const DENTIST = { category: 'dentists', first: { name: /^Harbor Light/ } };
const FOOD = ['restaurants', 'food-grocery'];

/** The searches by what visitors do in them. */
export const VISITOR_QUERIES: Record<string, [query: string, expected: VisitorQuery][]> = {
  'with words for any place': [
    ['taco place', { ...TACOS, never: /place/i }],
    ['burger place', { category: 'fast-food', all: { name: /burger/i } }],
    ['pizza place near me', { category: 'pizza', first: { name: /pizza/i }, all: { name: /pizza/i } }],
    ['a good sushi spot', { category: 'japanese-restaurants', none: true }],
    ['sandwich shop', { category: 'sandwiches-delis', all: { name: /deli/i } }],
    ['shoe shop', { category: 'shoe-stores', none: true }],
    ['tire place', { category: 'tires', all: { name: /tire/i } }],
    ['nail place', { category: 'nail-salons', none: true }],
    ['florist shop', { category: 'florists', first: { category: 'florists' } }],
    ['mexican food spots', TACOS],
    ['dentist office', DENTIST],
    ['bike shop', { category: 'sporting-goods', first: { category: 'sporting-goods' } }],
    ['where to eat', { category: 'restaurants', first: { category: 'mexican-restaurants' } }],
    ['places to eat in irvine', { category: 'restaurants', near: 'Irvine', never: /place/i }],
    ['somewhere to get a haircut', { category: 'hair-salons', none: true }],
  ],
  'with opening hours': [
    ['24 hour pharmacy', { category: 'pharmacies', open: '24h', none: true }],
    ['24 hr plumber irvine', { ...PLUMBER, open: '24h', near: 'Irvine' }],
    ['24/7 locksmith', { category: 'locksmiths', open: '24h', none: true }],
    ['plomero 24 horas', { ...PLUMBER, open: '24h' }],
    ['farmacia abierta 24 horas', { category: 'pharmacies', open: '24h', none: true }],
    ['24 hour gym', { category: 'gyms-fitness', open: '24h', none: true }],
    ['late night food', { category: FOOD, open: 'late', none: true }],
    ['food open late', { category: FOOD, open: 'late', none: true }],
    ['open late tacos', { category: 'mexican-restaurants', open: 'late', none: true }],
    ['bars open late', { category: 'bars', open: 'late', none: true }],
    ['coffee shop open now', { category: 'coffee-tea', open: 'now', none: true }],
    ['what is open now', { open: 'now' }],
    ['restaurants open now in long beach', { category: 'restaurants', open: 'now', near: 'Long Beach' }],
    ['panadería abierta ahora', { category: 'bakeries', open: 'now', none: true }],
    ['how late is vons open', { first: { name: /^Vons/ }, all: { name: /^Vons/ } }],
    ['what time does target close', { first: { name: /^Target/ }, all: { name: /^Target/ } }],
    ['walmart hours irvine', { near: 'Irvine', first: { name: /^Wal-?mart/i, city: 'Irvine' } }],
  ],
  'with languages': [
    ['plumber who speaks Spanish', { ...PLUMBER, language: 'es' }],
    ['plomero que hable español', { ...PLUMBER, language: 'es' }],
    ['dentista que habla español', { ...DENTIST, language: 'es' }],
    ['tagalog speaking dentist', { ...DENTIST, language: 'tl' }],
    ['spanish speaking doctor', { category: 'doctors', language: 'es', none: true }],
    ['korean speaking lawyer', { category: 'lawyers', language: 'ko', none: true }],
    ['vietnamese speaking dentist', { category: 'dentists', language: 'vi', none: true }],
    ['mandarin speaking realtor', { category: 'real-estate-agents', language: 'zh', none: true }],
    ['se habla español', { language: 'es', first: { name: /Marlow|Bluebird|Harbor Light/ } }],
    ['spanish restaurant', { category: 'mediterranean-restaurants', none: true }],
    ['thai massage', { category: 'massage', none: true }],
    ['french bakery', { category: 'bakeries', first: { name: /Bakery/ }, all: { name: /Bakery|Panader/ } }],
    ['clases de inglés', { category: 'specialty-schools', none: true }],
  ],
  'in Spanish': [
    ['abogado', { category: 'lawyers', none: true }],
    ['abogada de inmigración', { category: 'lawyers', none: true }],
    ['panadería', { category: 'bakeries', first: { name: /Bakery|Panader/ } }],
    ['llantas', { category: 'tires', all: { name: /tire|llant/i } }],
    ['llantera cerca de mí', { category: 'tires', all: { name: /tire|llant/i } }],
    ['mecánico', { category: 'auto-repair', first: { name: /^Kern River/ } }],
    ['taller mecánico en bakersfield', { category: 'auto-repair', near: 'Bakersfield', first: { name: /^Kern/ } }],
    ['carnicería barata', { category: 'butchers-seafood-markets', first: { name: /Carnicer/ } }],
    ['mariscos', { category: 'seafood-restaurants', all: { name: /marisco|seafood/i } }],
    ['salón de uñas', { category: 'nail-salons', none: true }],
    ['dónde comer', { category: 'restaurants', first: { category: 'mexican-restaurants' } }],
    ['lavandería', { category: 'laundry-dry-cleaning', none: true }],
    ['veterinario', { category: 'veterinarians', none: true }],
    ['iglesia católica', { category: 'churches', none: true }],
    ['renta de departamentos', { category: 'apartments', none: true }],
    ['cambio de aceite', { category: 'oil-change', none: true }],
    ['tienda de ropa', { category: 'clothing-stores', none: true }],
    ['supermercado abierto ahora', { category: 'grocery-stores', open: 'now', none: true }],
    ['cervecería en anaheim', { category: 'breweries-wineries', near: 'Anaheim', first: { city: 'Anaheim' } }],
    ['jardineros', { category: 'landscaping', none: true }],
    ['paneles solares', { category: 'solar', first: { name: /^Salton Sun/ } }],
    ['flores a domicilio', { category: 'florists', first: { category: 'florists' } }],
  ],
  'by phone number, or for a fact about a business': [
    ['phone number 714-780-1888', { first: { name: /^Anaheim Brewery/ } }],
    ['phone number 714', { first: { tel: /^tel:\+1714/ }, all: { tel: /^tel:\+1714/ } }],
    ['714 area code', { first: { tel: /^tel:\+1714/ }, all: { tel: /^tel:\+1714/ } }],
    ['tel 6195782311', { first: { name: /^10 Barrel/ } }],
    ['who is 951-600-1945', { first: { name: /^Garage Brewing/ } }],
    ['vons phone number', { first: { name: /^Vons/ }, all: { name: /^Vons/ } }],
    ['teléfono de northgate market', { first: { name: /^Northgate/ }, all: { name: /^Northgate/ } }],
    ['address of ballast point', { first: { name: /^Ballast Point/ }, all: { name: /^Ballast Point/ } }],
    ['directions to stone brewing', { first: { name: /^Stone Brewing/ } }],
    ['stone brewing menu', { first: { name: /^Stone Brewing/ } }],
  ],
  'with a place or neighborhood': [
    ['sushi irvine', { category: 'japanese-restaurants', near: 'Irvine', none: true }],
    ['sushi in irvine ca', { category: 'japanese-restaurants', near: 'Irvine', none: true }],
    ['boyle heights panadería', { category: 'bakeries', near: 'Boyle Heights', first: { name: /Bakery|Panader/ } }],
    ['echo park brewery', { category: 'breweries-wineries', first: { category: 'breweries-wineries', miles: 6 } }],
    ['koreatown grocery', { category: 'grocery-stores', near: 'Koreatown', first: { miles: 3 } }],
    ['silver lake farmers market', { category: 'farmers-markets', first: { name: /Silver ?Lake/ } }],
    ['dtla brewery', { category: 'breweries-wineries', first: { category: 'breweries-wineries', miles: 6 } }],
    ['brewery 92805', { category: 'breweries-wineries', near: '92805', first: { zip: '92805' } }],
    ['plumber 92614', { ...PLUMBER, near: '92614' }],
    ['dentist chula vista', { ...DENTIST, near: 'Chula Vista' }],
    ['hotel palm springs', { category: 'hotels-motels', near: 'Palm Springs', first: { name: /^Windmill/ } }],
    ['surf lessons huntington beach', { category: 'surf-water-sports', first: { name: /^Little Current/ } }],
    ['breweries in sd', { category: 'breweries-wineries', near: 'San Diego', first: { city: 'San Diego' } }],
  ],
  'by brand': [
    ['walmart neighborhood market', { first: { name: /Walmart Neighborhood|Nbrhd/i } }],
    ['target store near me', { category: 'shopping', first: { name: /^Target/ }, all: { name: /^Target/ } }],
    ['food 4 less near 90011', { near: '90011', first: { name: /^Food 4 Less/, miles: 5 } }],
    ['vons pharmacy', { category: 'pharmacies', first: { name: /^Vons/ } }],
    ['starbucks', { none: true }],
    ['mcdonalds drive thru', { category: 'fast-food', none: true }],
  ],
  misspelled: [
    ['abogdo', { category: 'lawyers', none: true }],
    ['pharmcy', { category: 'pharmacies', all: { name: /pharmacy/i } }],
    ['restaraunt open late', { category: 'restaurants', open: 'late', none: true }],
    ['mecanic', { category: 'auto-repair', first: { category: 'auto-repair' } }],
    ['plummer', PLUMBER],
    ['chiropracter', { category: 'chiropractors', none: true }],
    ['vetrinarian', { category: 'veterinarians', none: true }],
    ['accountent', { category: 'accountants-tax', none: true }],
    ['electrican who speaks spansh', { category: 'electricians', language: 'es', none: true }],
    ['brewry anaheim', { category: 'breweries-wineries', near: 'Anaheim', first: { city: 'Anaheim' } }],
    ['acupunture', { category: 'acupuncture', none: true }],
  ],
  'with words that say nothing': [
    ['best cheap mexican food', TACOS],
    ['cheapest gas near me', { category: 'gas-stations', all: { name: /\bgas\b/i } }],
    ['i need a plumber', PLUMBER],
    ['dentist accepting new patients', DENTIST],
    ['who fixes garage doors', { category: 'garage-doors', none: true }],
    ['top rated florist in pasadena', { category: 'florists', near: 'Pasadena', first: { name: /^Velvet/ } }],
    ['affordable daycare riverside', { category: 'child-care', near: 'Riverside', first: { name: /^Orange Grove/ } }],
    ['same day flower delivery', { category: 'florists', first: { category: 'florists' } }],
    ['kid friendly restaurants', { category: 'restaurants', first: { category: 'mexican-restaurants' } }],
    ['licensed electrician', { category: 'electricians', none: true }],
    ['how much does a plumber cost', PLUMBER],
    ['emergency plumber', PLUMBER],
    ['mobile mechanic', { category: 'auto-repair', first: { category: 'auto-repair' } }],
  ],
};
