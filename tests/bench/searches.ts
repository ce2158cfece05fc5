import { encodeCursor } from '#server/platform/http/cursor.ts';

// Typical searches by kind, as URL parameters of the page.
export const SEARCHES: Record<string, string[]> = {
  'a broad word': ['grocery', 'market', 'restaurant', 'food', 'brewery', 'clothing', 'golden', 'shop', 'the', 'a'].map(
    (q) => `q=${q}`,
  ),
  'a name': ['vons', 'stater bros', 'walmart', 'food4less', 'smart & final', 'golden road', 'hangar 24'].map(
    (q) => `q=${encodeURIComponent(q)}`,
  ),
  'a name and a place': ['vons oceanside', 'target irvine', 'ralphs pasadena', 'brewery temecula'].map((q) => `q=${q}`),
  'a broad word near a place': [
    'restaurant near 90011',
    'grocery in irvine',
    'food near el centro',
    'market 92614',
  ].map((q) => `q=${q}`),
  'a kind in everyday or Spanish words': ['mechanic', 'panadería', 'plomero', 'car wash', 'taquería', 'er'].map(
    (q) => `q=${encodeURIComponent(q)}`,
  ),
  misspelt: ['vonz', 'albertsens', 'grocry store', 'brewrey temecla', 'resturant near irivne'].map((q) => `q=${q}`),
  'compounds, synonyms or misspellings': [
    ...['foodforless', 'in and out', 'staterbross', 'balastpont', 'smartandfinel', 'goldenraod', 'farmersmarkt'],
    ...['superiorgrosers riverside', 'goldenirvinpizza', 'pacificlosangelesresturant', 'traderjoess', 'jackinthebx'],
  ].map((q) => `q=${q}`),
  'a half word': ['res', 'alb', 'groc', 'sma', 'gold'].map((q) => `q=${q}`),
  'nothing there': ['xylophone zeppelin', 'q'.repeat(100), 'vons xylophone'].map((q) => `q=${q}`),
  'an address': ['17605 harvard ave', '100 main st irvine', '(310) 555-0123'].map((q) => `q=${encodeURIComponent(q)}`),
  'a category': ['restaurants', 'grocery-stores', 'plumbers', 'shopping', 'pizza'].map((slug) => `category=${slug}`),
  'a category in a place, sorted': ['newest', 'name', 'best'].flatMap((sort) =>
    ['irvine', 'los-angeles', '92243', 'orange-county'].map(
      (place) => `category=restaurants&place=${place}&sort=${sort}`,
    ),
  ),
  'near alone': ['90011', 'irvine', 'el-centro', '33.68,-117.82', 'orange county'].map((near) => `near=${near}`),
  'with filters': [
    ...['website=true', 'photos=true', 'open=now', 'within=5&near=92614', 'box=-118.3,33.9,-117.9,34.2'].flatMap(
      (filter) => [`q=restaurant&${filter}`, `${filter}`, `q=vons&${filter}`, `category=grocery-stores&${filter}`],
    ),
    'q=market&near=irvine&sort=newest',
    'q=market&near=el-centro&sort=name',
  ],
  'deep in the pages': ['q=restaurant', 'q=market&near=90011', 'category=restaurants&sort=newest'].map(
    (parameters) => `${parameters}&cursor=${encodeCursor({ offset: 480 })}`,
  ),
};

export const PARTIAL_QUERIES = [
  'a',
  's',
  'sm',
  'sta',
  'stater',
  'stater b',
  'vons',
  'vonz',
  'gro',
  'res',
  'pan',
  'irv',
  '926',
  'golden r',
]
  .flatMap((q) => [`q=${q}`, `q=${q}&near=92614`])
  .concat('q=a', 'q=zzz', 'q=in n');

// Areas with most or many of the listings.
export const WIDE_AREAS = [
  '',
  'box=-120,32,-114,36',
  'box=-119,33.4,-116.5,34.2',
  'box=-118.3,33.9,-117.9,34.2',
].concat(['near=irvine', 'near=irvine&within=100', 'near=irvine&within=100&box=-120,32,-114,36']);
