/** A source of reproducible random numbers. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  /** One of them; the first ones much more often than the last, as surnames are. */
  skewed<T>(from: readonly T[]): T;
  pick<T>(from: readonly T[]): T;
}

/** Reproducible random numbers (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const at = <T>(from: readonly T[], share: number) => from[Math.floor(share * from.length)] as T;
  return { next, pick: (from) => at(from, next()), skewed: (from) => at(from, next() ** 3) };
}

const split = (words: string) => words.split(' ');
const combine = (beginnings: string, endings: string) =>
  split(endings).flatMap((ending) => split(beginnings).map((beginning) => beginning + ending));

// The most frequent ones first, then what is composed like surnames: as many different ones as a region has.
const SURNAMES = [
  ...split(
    'Garcia Hernandez Lopez Martinez Gonzalez Rodriguez Perez Nguyen Sanchez Ramirez Smith Johnson Lee Kim Flores Torres Rivera Gomez Williams Brown Diaz Reyes Morales Jones Cruz Ortiz Gutierrez Chavez Ramos Davis Ruiz Miller Mendoza Alvarez Castillo Tran Jimenez Moreno Chen Park Romero Vargas Anderson Wong Wilson Vasquez Aguilar Castro Guzman Salazar Pham Wang Thomas Taylor Medina Rojas Herrera Moore Martin White Thompson Choi Li Wu Lin Huang Vu Le Do Patel Singh Shah Cohen Levy Khan Ali Santos Delgado Soto Contreras Guerrero Estrada Maldonado Navarro Vega Rios Fuentes Campos Miranda Silva Padilla Espinoza Mejia Sandoval Petrosyan Sarkisian Grigoryan Hakobyan Avila Cabrera Clark Lewis Young Walker Hall Allen King Wright Scott Hill Green Adams Baker Nelson Carter Mitchell Roberts Turner Phillips Campbell Parker Evans Edwards Collins Stewart Morris Murphy Cook Rogers Bell Bailey Cooper Reed Kelly Howard Ward Cox Richardson Watson Brooks Wood James Bennett Gray Hughes Price Myers Long Foster Sanders Ross Powell Sullivan Russell',
  ),
  ...combine(
    'Ash Black Brad Brook Clay Craw Dun East Fair Glen Green Hart Hath Holl Kirk Lang Lock Marsh Mill North Oak Pem Rad Ridge Sher Stan Stone Thorn Wake Wal West Whit Win Wood',
    'ley ford field ton wood man well worth bury ridge berg stein dale ham by wick shaw burn land more',
  ),
  ...combine(
    'Alv Bar Ben Cal Cor Dom Esc Fer Gal Her Jar Lar Mar Mon Nav Orn Pal Quin Ros Sal Sol Tor Val Vel Vill Zam',
    'arez ado ero ino ales asco edo anueva alobos ares erin ante ibar oa izo uela ona itez endez illo',
  ),
  ...combine(
    'Abr Aghaj Bagh Bogh Dav Gev Hov Kar Khach Mak Mel Nal Pog Sah Tak Vart Yer Zak',
    'osian anyan ikian atryan oyan adzhyan edjian',
  ),
  ...combine('Sato Yama Naka Taka Kawa Mori Hashi Mura Oka Fuji', 'moto saki gawa shima da mura hara no guchi shita'),
];
// Half of the surnames are rare ones, of two syllables out of these: a region has hundreds of thousands of different words in names.
const RARE_SHARE = 0.5;
const SYLLABLES = combine(
  combine('b br c ch d dr f g gr h j k kr l m n p pr r s sh st t tr v w z', 'a e i o u ai').join(' '),
  'l n r s t nd ck m v',
);

const FIRST_NAMES = split(
  'Maria Jose David Michael Jennifer Daniel Jessica Robert Ana Kevin Linda Andrew Michelle Carlos Susan Brian Karen Steven Patricia Eric Nancy Jason Sandra Richard Lisa Juan Kim Mark Elizabeth Thu Hoang Mei Wei Arash Sara Armen Ani Raj Priya Omar Fatima Grace Eun Ji Min Rosa Luis Elena Victor Monica Diego Sofia',
);
const DESCRIPTIVE = split(
  'Golden Pacific Sunset Royal Premier American California Coast Valley Green Blue First Best Quality United National Elite Modern Classic Happy Lucky New Star Superior Advanced Complete Precision Pro Reliable Express Village Family Grand Silver Diamond Crown Eagle Lotus Jade Dragon Phoenix Rainbow Sunrise Sunshine Ocean Bay Harbor Island Mesa Sierra Canyon Desert Palm Orange Poppy Mission Pueblo Metro Urban Downtown Westside Eastside Southland Inland Empire Alpha Omega Apex Summit Pinnacle Vista Horizon Infinity Legacy Heritage Liberty Patriot Freedom Victory Champion Titan Platinum Emerald Sapphire Ruby Pearl Crystal Magic Angel Heaven Grace Faith Hope Trinity',
);
const SPANISH = split(
  'Jalisco Michoacan Oaxaca Puebla Guadalajara Sinaloa Zacatecas Durango Ranchero Tapatio Norteno Azteca Maya Sol Luna Estrella Paloma Aguila Gallo Toro Caballo Rosa Flor Fiesta Corazon Amigo Primo Compadre Abuela Tia Rancho Pueblo Rincon Puerto Paraiso Milagro Dorado Rojo Verde Azul Bonita Linda Chapala Huasteca Cielo Mariposa Cascada Sierra Frontera',
);
// Coined names, of which every region has tens of thousands.
const COINED = combine(
  'Acu Aero Agri Ambi Aqua Astro Audi Auro Avi Beni Bio Calo Cara Cele Cera Cinti Cora Cryo Cura Deca Denta Derma Dyna Echo Eco Elo Ener Equi Ever Evo Fero Flexi Fluo Gala Geno Gene Glo Heli Hydro Inno Inte Juve Kine Lexi Lumi Luxe Magna Maxi Medi Meri Neo Nova Nutri Octa Omni Opti Orto Pana Peri Pixa Pola Prima Quanta Radi Reju Reno Revi Sono Spectra Stella Strato Syner Techni Tele Terra Therma Tru Ultra Uni Vari Vela Veri Vita Viva Xeno Zeni Zeta',
  'bella bright can cast cor cure dent derm dyne flex flow form fuse gen graph grid lab lane lex line link logic loop lux mark mart max med mesh mind mode net nova pact path plex point port pulse quest rise scape sense serve shine sight soft sol source span spire stream sync tech tek tone trade trek tron vance vera vest vida vision wave ware well wise works zen',
);
const PROFESSIONAL: Record<string, string[]> = {
  doctors: split('MD MD MD DO'),
  dentists: split('DDS DDS DMD'),
  optometrists: ['OD'],
  chiropractors: ['DC'],
  'mental-health': split('LMFT LCSW PsyD PhD'),
  lawyers: ['Esq', 'Attorney at Law', 'Law Offices'],
  'accountants-tax': split('CPA EA'),
  'real-estate-agents': ['Realtor', 'Broker'],
  'insurance-financial': ['Insurance Agent', 'State Farm Agent', 'Farmers Insurance'],
};
const SUFFIXES = ['', '', '', '', ' Inc', ' LLC', ' Co', ' Group', ' & Sons', ' Services', ' of California'];

/**
 * A name for a business, with the mixture of a large directory: people, families, places, coined words, Spanish. Most names are
 * unique, some are the name of many.
 * @param kind.trades words for the kind: 'Bakery', 'Cake Shop'
 */
export function makeName(
  random: Random,
  { slug, trades, place }: { slug: string; trades: string[]; place: string },
): string {
  const trade = random.skewed(trades);
  const kind = random.next();
  const surname = () => makeSurname(random);
  const titles = PROFESSIONAL[slug];
  if (titles && kind < 0.5) return `${random.pick(FIRST_NAMES)} ${surname()} ${random.pick(titles)}`;
  if (slug === 'churches' || slug === 'schools') {
    return kind < 0.5 ? `${place} ${trade}` : `${random.pick(SAINTS)} ${trade}${kind < 0.7 ? ` of ${place}` : ''}`;
  }
  if (kind < 0.3) return `${surname()}${random.next() < 0.4 ? "'s" : ''} ${trade}${random.pick(SUFFIXES)}`;
  if (kind < 0.42) return `${place} ${trade}${random.pick(SUFFIXES)}`;
  if (kind < 0.52) return `${random.skewed(DESCRIPTIVE)} ${trade}${random.pick(SUFFIXES)}`;
  if (kind < 0.6) return `${random.pick(DESCRIPTIVE)} ${random.pick(DESCRIPTIVE)} ${trade}`;
  if (kind < 0.66) return `${surname()} & ${surname()} ${trade}`;
  if (kind < 0.74) return `${random.pick(['El', 'La', 'Los', 'Mi', 'Casa', 'Don'])} ${random.pick(SPANISH)} ${trade}`;
  if (kind < 0.88) return `${random.pick(COINED)} ${trade}${random.pick(SUFFIXES)}`;
  return `${random.pick(FIRST_NAMES)}'s ${random.pick(DESCRIPTIVE)} ${trade}`;
}

function makeSurname(random: Random): string {
  if (random.next() >= RARE_SHARE) return random.skewed(SURNAMES);
  const name = random.pick(SYLLABLES) + random.skewed(SYLLABLES);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const SAINTS = [
  'First',
  'St. Mary',
  'St. John',
  'Calvary',
  'Grace',
  'New Life',
  'Iglesia',
  'Sacred Heart',
  'Trinity',
  'Faith',
  'Lincoln',
  'Washington',
  'Roosevelt',
  'Hope',
];
