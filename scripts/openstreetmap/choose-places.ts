/** A named place of OpenStreetMap, as the columns of `data/README.md`, OpenStreetMap, have it. */
export interface NamedPlace {
  id: string;
  name: string;
  /** The value of its main tag: 'restaurant'. */
  category_raw: string;
  /** The slug of our category. */
  category: string;
  /** Its own number and street, or ''. */
  address: string;
  city: string;
  county: string;
  lat: string;
  lng: string;
  /** The id of the row of our other files that has it already, or ''. */
  product_row: string;
}

/**
 * Which file gets a place: `shipped`, what a new directory begins with; `more`, what an operator may add; or null, what neither has.
 * Shipped is what has an address of its own, or is of a kind that rarely moves, or of a category that has hardly any other business.
 */
export function choosePlace(place: NamedPlace): 'shipped' | 'more' | null {
  const { name, category, address } = place;
  if (place.product_row !== '' || isNoBusiness(place)) return null;
  if (address !== '') return 'shipped';
  if (isOfLastingKind(place)) return 'shipped';
  return SCARCE_CATEGORIES.has(category) && /^\p{Lu}/u.test(name) ? 'shipped' : 'more';
}

/** The category that the name says more exactly than the tag. */
export function refineCategory({ name, category }: Pick<NamedPlace, 'name' | 'category'>): string {
  const found = NAMED_CATEGORIES.find(([from, words, , except]) => {
    return from.includes(category) && words.test(name) && !except?.test(name);
  });
  return found?.[2] ?? category;
}

/** Schools and churches are no business of a directory, climbing routes none at all, and these chains closed all of their shops by 2025. */
function isNoBusiness({ name, category, category_raw }: NamedPlace) {
  if (category === 'schools' || category === 'churches') return true;
  if (category_raw === 'climbing' && !/gym|company|center|climbers|hangar|cliffs of/i.test(name)) return true;
  return CLOSED_CHAINS.test(name) || /^\(?former\b|\(closed\)|\batm$|^first aid$/i.test(name);
}

const CLOSED_CHAINS =
  /^(?:99 cents only|arclight|bebe|boston market|disney store|gymboree|justice|k-?mart|linens|loehmann|lumber liquidators|new york & company|papyrus|radio ?shack|rue ?21|sears|sprint|union bank|vitamin world)\b/i;

/** Whether a place is of a kind that rarely moves, and its name is that of the whole place: a map has each hall of a university. */
const isOfLastingKind = ({ name, category_raw, category }: NamedPlace) =>
  /^[\p{Lu}\d]/u.test(name) && (LASTING_KINDS[category_raw] ?? LASTING_KINDS[category])?.test(name) === true;

const ANY_NAME = /\p{L}{2}.*[\s-].*\p{L}{2}/u;

/** By kind, or where the kind is blank by category: what the names of whole places say. */
const LASTING_KINDS: Record<string, RegExp> = {
  aquarium: /aquarium/i,
  arts_centre: /^(?!.* - ).*\b(?:arts?|cultural|theat(?:er|re)|gallery)\b/i,
  caravan_site: /\b(?:rv|camp\w*|kampground|resort|koa|trailer|travel)\b/i,
  camp_site: /^(?!.*(?:\b\p{Lu}|\d+)$)(?!group\b).*\b(?:campground|rv|koa|resort|camp [\p{Lu}]\w+)/iu,
  cemetery: /memorial|cemetery|cementerio|mortuary|lawn/i,
  cinema:
    /\b(?:amc|cinemas?|cinemark|cinépolis|edwards|harkins|laemmle|regal|theat(?:er|re)s?|drive-?in|drafthouse|imax|movies?)\b/i,
  clinic: ANY_NAME,
  college: /\bcollege$|\bcollege of\b|^college\b|\binstitute\b|conservatory|seminary/i,
  dentist: ANY_NAME,
  funeral_directors: ANY_NAME,
  gallery: ANY_NAME,
  golf_course: /\b(?:golf|country club|links|par 3|course)\b/i,
  guest_house: /\b(?:inn|lodge|b&b|bed (?:and|&) breakfast|guest houses?|hotel)\b/i,
  hospital: /\bhospital\b|medical center|kaiser/i,
  hostel: /hostel/i,
  hotel: ANY_NAME,
  ice_rink: /\bice/i,
  library: /library/i,
  marina: /marina|harbor|yacht|landing/i,
  'mobile-home-parks': ANY_NAME,
  motel: ANY_NAME,
  museum: /museum|\bmusée\b|\bcenter\b|\bhouse\b|\badobe\b|\bhistor|\bart\b|\bmission\b|\bgallery\b/i,
  post_office: /post office|\busps\b|postal service/i,
  stadium: /stadium|arena|center|forum|park|field|raceway|speedway|bowl/i,
  tattoo: ANY_NAME,
  theatre: /theat(?:er|re)|playhouse|auditorium .*|comedy|opera|amphitheat(?:er|re)|\bcenter\b|\bhall\b/i,
  theme_park: ANY_NAME,
  university:
    /\buniversity$|\buniversity (?:of|at)\b|^university of|state university|\buniversity[,–-]|institute of|^college of|\bcollege$|school of (?:law|medicine|theology)/i,
  veterinary: ANY_NAME,
  water_park: ANY_NAME,
  zoo: /\bzoo\b|desert|safari|museum/i,
};

/** Categories of which the shipped files have fewer than five businesses without these. */
const SCARCE_CATEGORIES = new Set([
  ...['acupuncture', 'agriculture', 'arts-entertainment', 'bail-bonds', 'bowling', 'cannabis-dispensaries', 'casinos'],
  ...[
    'chambers-of-commerce',
    'chiropractors',
    'community-organizations',
    'event-venues',
    'filipino-restaurants',
    'food-trucks',
  ],
  ...['garage-doors', 'internet-phone-providers', 'karaoke', 'lawyers', 'locksmiths', 'manufacturing'],
  ...[
    'martial-arts',
    'media-internet',
    'medical-labs',
    'mental-health',
    'mortgage-brokers',
    'party-rentals',
    'pest-control',
  ],
  ...['physical-therapy', 'salvadoran-restaurants', 'security-services', 'skin-care', 'surf-water-sports', 'tutoring'],
  ...['water-stores', 'driving-schools'],
]);

/** Categories of a place, words of its name, the category that they say, and words that say otherwise. */
const NAMED_CATEGORIES: [from: string[], words: RegExp, to: string, except?: RegExp][] = [
  [['beauty-salons', 'hair-salons'], /\bnails?\b/i, 'nail-salons', /\bhair\b/i],
  [['hair-salons'], /\bbarber/i, 'barbers'],
  [['beauty-salons'], /\bspa\b/i, 'day-spas', /\b(?:hair|salon|massage)\b/i],
  [['bars', 'restaurants'], /\bkaraoke\b/i, 'karaoke'],
  [['bars'], /\b(?:lounge|cocktails?)\b/i, 'cocktail-lounges'],
  [['fitness-recreation'], /\b(?:bowl|bowling|lanes)\b/i, 'bowling', /lawn bowling|skate|rose bowl/i],
  [['hotels-motels', 'restaurants', 'convenience-stores'], /\bcasino\b/i, 'casinos', /\binn\b/i],
  [['check-cashing', 'banks-credit-unions'], /\bmortgages?\b/i, 'mortgage-brokers'],
  [['check-cashing'], /\bbail bonds\b/i, 'bail-bonds'],
  [['fast-food', 'restaurants', 'mexican-restaurants'], /\b(?:food|taco) truck\b/i, 'food-trucks'],
  [['medical-clinics', 'hospitals-urgent-care', 'doctors'], /mental health|behavioral|psychiatr/i, 'mental-health'],
  [['medical-clinics', 'doctors'], /physical therapy|\brehab/i, 'physical-therapy'],
  [['medical-clinics', 'doctors', 'massage'], /chiropract/i, 'chiropractors'],
  [['massage'], /acupuncture/i, 'acupuncture'],
  [['community-centers'], /chamber of commerce/i, 'chambers-of-commerce'],
  [['community-centers'], /convention center|conference center|banquet|event center/i, 'event-venues'],
  [
    ['community-centers', 'bars', 'restaurants'],
    /\b(?:vfw|elks|american legion|moose lodge|masonic|boys (?:&|and) girls club|women['’]s club|ymca)\b/i,
    'community-organizations',
  ],
  [['schools'], /\b(?:driving|traffic) school\b/i, 'driving-schools'],
  [['rental-services'], /\b(?:party|event)\b/i, 'party-rentals'],
  [['hardware-home-improvement'], /\bgarage doors?\b/i, 'garage-doors'],
  [
    ['specialty-food', 'specialty-shops', 'pet-stores', 'grocery-stores'],
    /\b(?:feed|farm supply|tack)\b/i,
    'agriculture',
    /pet/i,
  ],
  [
    ['specialty-food', 'grocery-stores'],
    /\b(?:family farms?|nut farm|date garden|ranch fresh|farm stand)\b/i,
    'agriculture',
  ],
];
