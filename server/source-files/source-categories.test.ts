import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { DATA_FOLDER } from '#server/places/data-folder.ts';
import { readSourceCategories, readSourceCategoryRows, type SourceCategories } from './source-categories.ts';

let categories: SourceCategories;
let rows: Awaited<ReturnType<typeof readSourceCategoryRows>>;
beforeAll(async () => {
  categories = await readSourceCategories();
  rows = await readSourceCategoryRows();
});

describe('The table of categories', () => {
  it('decides each code once: a category of the directory, or why it is no business', () => {
    const records: { slug: string }[] = parse(readFileSync(new URL('categories.csv', DATA_FOLDER)), { columns: true });
    const slugs = new Set(records.map(({ slug }) => slug));
    expect(rows.filter(({ slug, reason }) => (slug === '-' ? !reason : !slugs.has(slug) || reason))).toEqual([]);
    const keys = rows.map(({ source, code }) => `${source} ${code.toLowerCase()}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it('has all codes of Overture’s two taxonomies', () => {
    // The 2,117 codes of overture_categories.csv in OvertureMaps/schema (97d36d3), and the new and former ones of the categories and
    // hierarchies of December 2025 and March 2026 in OvertureMaps/docs (ea9cbe9).
    const codes = rows.filter(({ source }) => source === 'overture').map(({ code }) => code);
    expect(codes.length).toBe(3093);
    expect(createHash('sha256').update(codes.toSorted().join('\n')).digest('hex')).toBe(
      'b5e4003ffdabafc880356f2b1654f50b0941fbc588340c9cca7f0a65104b45e9',
    );
  });

  it('has all branches at the top of Foursquare’s taxonomy', () => {
    const top = [
      ...['Arts and Entertainment', 'Business and Professional Services', 'Community and Government', 'Event'],
      ...['Dining and Drinking', 'Health and Medicine', 'Landmarks and Outdoors', 'Retail', 'Sports and Recreation'],
      'Travel and Transportation',
    ];
    expect(top.filter((code) => categories.get('foursquare', code) === undefined)).toEqual([]);
  });
});

// Written by hand, from what people look for: first the codes of Overture, old and new, then those of the others.
const OVERTURE = `
  restaurant restaurants, mexican_restaurant mexican-restaurants, taco_restaurant mexican-restaurants, pizza_restaurant pizza,
  sushi_restaurant japanese-restaurants, ramen_restaurant japanese-restaurants, chinese_restaurant chinese-restaurants,
  dim_sum_restaurant chinese-restaurants, korean_restaurant korean-restaurants, thai_restaurant thai-restaurants,
  vietnamese_restaurant vietnamese-restaurants, indian_restaurant indian-restaurants, italian_restaurant italian-restaurants,
  greek_restaurant mediterranean-restaurants, salvadoran_restaurant salvadoran-restaurants, steakhouse steakhouses,
  seafood_restaurant seafood-restaurants, barbecue_restaurant barbecue, vegan_restaurant vegan-vegetarian,
  burger_restaurant fast-food, fast_food_restaurant fast-food, breakfast_and_brunch_restaurant breakfast-brunch,
  diner american-restaurants, sandwich_shop sandwiches-delis, food_truck food-trucks, coffee_shop coffee-tea, cafe coffee-tea,
  bakery bakeries, donut_shop donuts, donuts donuts, ice_cream_shop ice-cream-frozen-yogurt, bubble_tea juice-bubble-tea,
  bubble_tea_shop juice-bubble-tea, smoothie_juice_bar juice-bubble-tea, grocery_store grocery-stores,
  supermarket grocery-stores, convenience_store convenience-stores, farmers_market farmers-markets,
  butcher_shop butchers-seafood-markets, liquor_store liquor-stores, water_store water-stores, caterer caterers, bar bars,
  pub bars, sports_bar bars, cocktail_bar cocktail-lounges, brewery breweries-wineries, winery breweries-wineries,
  karaoke karaoke, dance_club dance-clubs, department_store department-stores, discount_store discount-stores,
  clothing_store clothing-stores, womens_clothing_store clothing-stores, shoe_store shoe-stores, jewelry_store jewelry-stores,
  electronics electronics-stores, mobile_phone_store electronics-stores, furniture_store furniture-stores,
  mattress_store furniture-stores, hardware_store hardware-home-improvement, nursery_and_gardening nurseries-garden,
  sporting_goods sporting-goods, bicycle_shop sporting-goods, bookstore book-stores, toy_store toys-gifts,
  gift_shop toys-gifts, florist florists, cosmetic_and_beauty_supplies cosmetics-beauty-supply, thrift_store thrift-stores,
  tobacco_shop smoke-vape-shops, cannabis_dispensary cannabis-dispensaries, automotive_repair auto-repair,
  auto_body_shop body-shops, emissions_inspection smog-check, oil_change_station oil-change, tire_shop tires,
  car_wash car-wash, car_dealer car-dealers, used_car_dealer car-dealers, auto_parts_and_supply_store auto-parts,
  gas_station gas-stations, towing_service towing, motorcycle_dealer motorcycle-boat-rv, plumbing plumbers,
  electrician electricians, hvac_services hvac, contractor contractors, roofing roofing, painting painters,
  landscaping landscaping, tree_services landscaping, pool_cleaning pool-services, home_cleaning cleaning-services,
  pest_control_service pest-control, key_and_locksmith locksmiths, movers movers, mover movers, carpet_store flooring,
  solar_installation solar, garage_door_service garage-doors, handyman handyman, appliance_repair_service appliance-repair,
  hair_salon hair-salons, beauty_salon beauty-salons, barber barbers, nail_salon nail-salons, massage massage,
  massage_therapy massage, day_spa day-spas, tattoo tattoo-piercing, waxing skin-care, doctor doctors, dermatologist doctors,
  pediatrician doctors, dentist dentists, general_dentistry dentists, orthodontist dentists, optometrist optometrists,
  chiropractor chiropractors, physical_therapy physical-therapy, counseling_and_mental_health mental-health,
  medical_center medical-clinics, dialysis_clinic medical-clinics, hospital hospitals-urgent-care,
  urgent_care_clinic hospitals-urgent-care, pharmacy pharmacies, drugstore pharmacies, assisted_living_facility senior-care,
  home_health_care home-health-care, hospice home-health-care, acupuncture acupuncture, diagnostic_imaging medical-labs,
  gym gyms-fitness, yoga_studio yoga-pilates, pilates_studio yoga-pilates, martial_arts_club martial-arts, golf_course golf,
  park beaches-parks, beach beaches-parks, dog_park beaches-parks, bowling_alley bowling, amusement_park amusement-parks,
  marina marinas-fishing, museum museums-galleries, art_gallery museums-galleries, cinema movie-theaters,
  movie_theater movie-theaters, music_venue theaters-music-venues, casino casinos, stadium_arena stadiums,
  escape_rooms arcades-escape-rooms, hotel hotels-motels, motel hotels-motels, campground campgrounds-rv-parks,
  travel_agents travel-agencies, car_rental_agency car-rental, airport airports-shuttles, taxi_service transportation,
  lawyer lawyers, immigration_law lawyers, accountant accountants-tax, tax_services accountants-tax,
  architect architects-engineers, it_service_and_computer_repair it-services, advertising_agency marketing-advertising,
  employment_agencies employment-agencies, web_designer graphic-web-design, security_services security-services,
  notary_public notaries, bail_bonds_service bail-bonds, banks banks-credit-unions, credit_union banks-credit-unions,
  insurance_agency insurance-financial, financial_advising financial-advisors, mortgage_broker mortgage-brokers,
  check_cashing_payday_loans check-cashing, pawn_shop check-cashing, real_estate_agent real-estate-agents,
  property_management property-management, apartments apartments, mobile_home_park mobile-home-parks, preschool child-care,
  day_care_preschool child-care, elementary_school schools, college_university colleges, tutoring_center tutoring,
  driving_school driving-schools, music_school specialty-schools, dance_school specialty-schools, veterinarian veterinarians,
  pet_store pet-stores, pet_groomer pet-grooming, pet_boarding pet-boarding, animal_shelter animal-shelters,
  photographer photographers, venue_and_event_space event-venues, party_equipment_rental party-rentals, dj_service djs-musicians,
  wedding_planning wedding-planners, laundromat laundry-dry-cleaning, dry_cleaning laundry-dry-cleaning,
  sewing_and_alterations tailors-shoe-repair, printing_services printing-shipping, shipping_center printing-shipping,
  self_storage_facility self-storage, mobile_phone_repair repair-services, junk_removal_and_hauling junk-recycling,
  funeral_services_and_cemeteries funeral-services, library libraries, post_office post-offices, police_department police-fire,
  fire_department police-fire, community_center community-centers, church_cathedral churches, baptist_church churches,
  mosque mosques-temples, synagogue mosques-temples, buddhist_temple mosques-temples, food_bank social-services,
  chambers_of_commerce chambers-of-commerce, radio_station media-internet, internet_service_provider internet-phone-providers,
  furniture_manufacturers manufacturing, wholesaler wholesale, warehouses trucking-warehousing, farm agriculture`;
const OTHERS = `
  foursquare/Pizzeria pizza, foursquare/Coffee Shop coffee-tea, foursquare/Dentist dentists, foursquare/Gym gyms-fitness,
  foursquare/Plumber plumbers, foursquare/Nail Salon nail-salons, foursquare/Grocery Store grocery-stores,
  foursquare/Hotel hotels-motels, foursquare/Law Office lawyers, foursquare/Bank banks-credit-unions,
  foursquare/Pharmacy pharmacies, foursquare/Church churches, foursquare/Hair Salon hair-salons, foursquare/Taco Restaurant
  mexican-restaurants, openstreetmap/shop=hairdresser hair-salons, openstreetmap/amenity=dentist dentists,
  openstreetmap/amenity=fuel gas-stations, openstreetmap/craft=plumber plumbers, openstreetmap/shop=supermarket grocery-stores,
  openstreetmap/amenity=pharmacy pharmacies, openstreetmap/leisure=fitness_centre gyms-fitness,
  openstreetmap/tourism=hotel hotels-motels, openstreetmap/amenity=bank banks-credit-unions,
  openstreetmap/shop=car_repair auto-repair, openstreetmap/amenity=veterinary veterinarians`;

const toPairs = (text: string) =>
  text.split(',').map((pair) => /^\s*(.+?)\s+(\S+)\s*$/s.exec(pair)?.slice(1) as [string, string]);

it('Common places are in the category where people look for them', () => {
  const pairs = toPairs(OVERTURE);
  expect(pairs.length).toBeGreaterThanOrEqual(150);
  expect(pairs.map(([code]) => [code, categories.get('overture', code)])).toEqual(pairs);
  const others = toPairs(OTHERS);
  expect(others.map(([path]) => [path, categories.get(...(path.split('/') as [string, string]))])).toEqual(others);
});

it.each([
  ...[
    ['overture', 'atm'],
    ['overture', 'ev_charging_station'],
    ['overture', 'mountain'],
    ['overture', 'bridge'],
  ],
  ...[
    ['foursquare', 'Road'],
    ['foursquare', 'Home (private)'],
    ['openstreetmap', 'amenity=bench'],
  ],
] as [string, string][])('%s %s is no business', (source, code) => {
  expect(categories.get(source, code)).toBeNull();
});
