import type { DayHours, Hours } from '#contract/hours/weekly-hours.ts';
import type { ListingOverrides } from './factories.ts';

// Questions are a jsonb array, which the driver would take for an array of PostgreSQL.
const toQuestions = (answers: Record<string, string>) =>
  JSON.stringify(Object.entries(answers).map(([question, answer]) => ({ question, answer })));

// The networks themselves: a profile of an invented business could belong to somebody.
const PROFILES = { instagram: 'https://www.instagram.com/', facebook: 'https://www.facebook.com/' };

/**
 * Fictional businesses that show what a paid listing looks like. Their descriptions say so, their phone numbers are reserved
 * for fiction (555-0100 to 555-0199), and their websites end in `.example`, which is reserved (RFC 2606).
 */
export const SAMPLE_LISTINGS: readonly (ListingOverrides & { title: string })[] = [
  {
    title: 'Marlow & Finch Plumbing',
    description:
      'Two vans, one dispatcher who answers on the second ring, and water heaters on the shelf. Upfront prices, shoe covers on, old parts handed back if you want to see them. This is a sample of a premium listing: the business is made up.',
    category: 'plumbers',
    zip: '92614',
    address: '100 Sample Park Way',
    phone: '(949) 555-0101',
    website: 'https://marlow-and-finch.example',
    hours: toWeeklyHours('all-day', 'all-day', 'all-day'),
    service_area: 'Irvine, Tustin and Costa Mesa',
    languages: ['English', 'Español'],
    year_founded: 1998,
    license_number: 'Sample 000000',
    price_notes: 'Free estimates, same price day and night',
    headline: 'Hot water back by dinner',
    tags: ['water heaters', 'leak repair', 'drain cleaning'],
    faq: toQuestions({
      'Do you charge for an estimate?': 'No. We look, write down the price, and start when you say yes.',
      'Do you work on weekends?': 'Yes, at the same price, day and night.',
    }),
    review: {
      quote: 'They swept the garage before they left.',
      author: 'Dana R., Irvine',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Bluebird Tortilla House',
    description:
      'Corn tortillas pressed while you watch, carnitas by the pound on Sundays, and a green salsa that regulars drive across town for. Order ahead and it waits at the window. A sample listing for a restaurant that does not exist, yet.',
    category: 'mexican-restaurants',
    zip: '90802',
    address: '22 Ejemplo St',
    phone: '(562) 555-0112',
    website: 'https://bluebird-tortilla.example',
    hours: toWeeklyHours('07:00-14:00 17:00-21:00', '07:00-22:00', '07:00-15:00'),
    languages: ['English', 'Español'],
    year_founded: 1987,
    headline: 'Pressed by hand since 1987',
    tags: ['corn tortillas', 'carnitas', 'catering'],
    faq: toQuestions({
      'Can I order ahead?': 'Call an hour before, and it waits at the window.',
      'Do you have vegetarian plates?': 'Yes: rajas, beans and nopales, without lard.',
    }),
    review: {
      quote: 'The green salsa is worth the drive.',
      author: 'Luis M., Long Beach',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Harbor Light Dental',
    description:
      'Morning appointments before work, a hygienist who warns you before it tickles, and estimates in writing. New patients are seen within the week. Made up as a sample of what a practice could say here.',
    category: 'dentists',
    zip: '91910',
    address: '8 Sample Quay',
    phone: '(619) 555-0123',
    website: 'https://harbor-light-dental.example',
    hours: toWeeklyHours('07:00-16:30', '08:00-12:00', 'closed'),
    holiday_note: 'Closed between Christmas and New Year',
    languages: ['English', 'Español', 'Tagalog'],
    headline: 'Gentle, on time and in writing',
    tags: ['cleanings', 'crowns', 'new patients'],
    faq: toQuestions({
      'Do you take my insurance?': 'We work with most plans, and tell you what yours pays before we begin.',
    }),
    review: {
      quote: 'The first dentist my son asks to see again.',
      author: 'Grace T., Chula Vista',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Windmill Mid-Century Stays',
    description:
      'Six rooms around a kidney-shaped pool, breezeblock shade until noon, and bicycles for the ride downtown. Desert stars are included. This is a sample of a premium listing; no such inn takes bookings.',
    category: 'hotels-motels',
    zip: '92262',
    address: '60 Ejemplo Circle',
    phone: '(760) 555-0134',
    website: 'https://windmill-stays.example',
    hours: toWeeklyHours('08:00-20:00', '08:00-20:00', '08:00-20:00'),
    headline: 'Six rooms and a pool in the desert',
    tags: ['boutique inn', 'pool', 'bicycles'],
    faq: toQuestions({
      'When is check-in?': 'From 3 in the afternoon. Come earlier and swim while we make up the room.',
      'Are dogs welcome?': 'Yes, in two of the six rooms.',
    }),
    review: {
      quote: 'We came for two nights and stayed for five.',
      author: 'Priya and Sam',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Topatopa Trail Outfitters',
    description:
      'Boots fitted by people who hike in them, maps that still unfold, and honest advice about what the creek is doing. Rentals by the day. A sample listing: the shop is invented, the mountains are not.',
    category: 'sporting-goods',
    zip: '93023',
    address: '14 Sample Arcade',
    phone: '(805) 555-0145',
    website: 'https://topatopa-trail.example',
    hours: toWeeklyHours('10:00-18:00', '08:00-18:00', '08:00-16:00'),
    year_founded: 2009,
    headline: 'Gear from people who hike',
    tags: ['hiking boots', 'rentals', 'trail maps'],
    faq: toQuestions({ 'Do you rent backpacks?': 'By the day or the week, fitted before you go.' }),
    review: {
      quote: 'They talked me out of the boots I wanted, and were right.',
      author: 'Jo K., Ojai',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Orange Grove Montessori',
    description:
      'A garden, a reading loft, and fourteen children to a room. Tours on Wednesdays; bring the little one and stay for story time. This school is made up, to show a premium listing.',
    category: 'child-care',
    zip: '92501',
    address: '300 Sample Grove Ave',
    phone: '(951) 555-0156',
    website: 'https://orange-grove-montessori.example',
    hours: toWeeklyHours('07:30-17:30', 'closed', 'closed'),
    headline: 'Fourteen children to a room',
    tags: ['Montessori', 'preschool', 'garden'],
    faq: toQuestions({
      'How old must children be?': 'From two and a half to six.',
      'Is there a waiting list?': 'For the fall, yes. Come to a tour on Wednesday.',
    }),
    review: {
      quote: 'She runs in every morning.',
      author: 'A mother in Riverside',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Big Pines Cabin Care',
    description:
      'Snow off the deck by seven, pipes drained before the freeze, and a photo of your cabin every Friday in winter. Yearly plans or by the visit. A sample: nobody by this name looks after cabins.',
    category: 'property-management',
    zip: '92315',
    address: '5 Sample Pine Rd',
    phone: '(909) 555-0167',
    website: 'https://big-pines-cabin-care.example',
    hours: toWeeklyHours('07:00-17:00', '08:00-12:00', 'closed'),
    headline: 'A photo of your cabin every Friday',
    tags: ['snow removal', 'winterizing', 'cabin checks'],
    faq: toQuestions({ 'How fast can you come after a storm?': 'By seven the next morning, on the yearly plan.' }),
    review: {
      quote: 'I no longer check the forecast.',
      author: 'Mark D., Big Bear Lake',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Salton Sun Solar',
    description:
      'Roof, carport or pump house: a drawing and a price within three days, and a crew that sweeps up after itself. Ask for the shade study. A made-up business, shown as a sample of a premium listing.',
    category: 'solar',
    zip: '92243',
    address: '77 Sample Canal St',
    phone: '(760) 555-0178',
    website: 'https://salton-sun.example',
    hours: toWeeklyHours('08:00-17:00', '09:00-13:00', 'closed'),
    headline: 'A drawing and a price in three days',
    tags: ['solar panels', 'batteries', 'carports'],
    faq: toQuestions({
      'Do you work on older roofs?': 'Yes. We look at the roof first, and say so if it has to wait.',
    }),
    review: {
      quote: 'The bill went from a page to a line.',
      author: 'R. Ortega, El Centro',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Kern River Auto & Tire',
    description:
      'Brakes, alignments and four tires mounted while you have coffee next door. Written estimates, no surprises, open Saturdays. This garage is a sample and exists only here.',
    category: 'auto-repair',
    zip: '93301',
    address: '410 Sample Mill Rd',
    phone: '(661) 555-0189',
    website: 'https://kern-river-auto.example',
    hours: toWeeklyHours('07:30-17:30', '08:00-14:00', 'closed'),
    service_area: 'Bakersfield and Oildale',
    year_founded: 1974,
    headline: 'Four tires while you have coffee',
    tags: ['brakes', 'alignment', 'tires'],
    faq: toQuestions({ 'Do I need an appointment?': 'For brakes, yes. For tires, come by before three.' }),
    review: {
      quote: 'They showed me the worn part and the new one.',
      author: 'Bev S., Oildale',
      relationship: 'none',
      attested: true,
    },
    social_media: PROFILES,
    level: 'premium',
  },
  {
    title: 'Little Current Surf School',
    description:
      'Soft boards, warm wetsuits, and instructors who stay within arm’s reach. First wave or your next lesson is on us. A sample of an enhanced listing, for a school that was made up.',
    category: 'surf-water-sports',
    zip: '92648',
    address: '1 Sample Pier Plaza',
    phone: '(714) 555-0190',
    website: 'https://little-current.example',
    hours: toWeeklyHours('08:00-18:00', '07:00-19:00', '07:00-19:00'),
    holiday_note: 'The ocean is open on holidays, and so are we',
    social_media: PROFILES,
    level: 'enhanced',
  },
  {
    title: 'Velvet Cactus Florist',
    description:
      'Desert blooms, market bunches, and weddings that look like the place they are held in. Same-day delivery when you call by ten. Invented as a sample of an enhanced listing.',
    category: 'florists',
    zip: '91101',
    address: '9 Sample Row',
    phone: '(626) 555-0111',
    website: 'https://velvet-cactus.example',
    hours: toWeeklyHours('09:00-17:00', '09:00-15:00', 'closed'),
    service_area: 'Pasadena, Altadena and South Pasadena',
    social_media: PROFILES,
    level: 'enhanced',
  },
  {
    title: 'Second Wind Yoga',
    description:
      'Slow mornings, strong evenings, and a beginners’ hour where nobody minds a wobble. Mats are on the house. A sample: this studio is made up to show an enhanced listing.',
    category: 'yoga-pilates',
    zip: '92024',
    address: '31 Sample Coast Way',
    phone: '(760) 555-0122',
    website: 'https://second-wind-yoga.example',
    hours: toWeeklyHours('06:30-20:00', '07:00-14:00', '07:00-14:00'),
    social_media: PROFILES,
    level: 'enhanced',
  },
];

/** The same hours from Monday to Friday. Each argument is like '09:00-12:00 13:00-17:00', 'closed' or 'all-day'. */
function toWeeklyHours(weekday: string, saturday: string, sunday: string): Hours {
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;
  const days = weekdays.map((day) => [day, parseDayHours(weekday)] as const);
  return { ...(Object.fromEntries(days) as Hours), saturday: parseDayHours(saturday), sunday: parseDayHours(sunday) };
}

function parseDayHours(text: string): DayHours {
  if (text === 'closed' || text === 'all-day') return text;
  return text.split(' ').map((span) => ({ opens: span.slice(0, 5), closes: span.slice(6) }));
}
