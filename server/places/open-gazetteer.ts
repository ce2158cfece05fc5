import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { DB } from '#server/platform/db/schema.ts';
import type {
  CategoryNames,
  CategoryNode,
  Directory,
  Gazetteer,
  Location,
  Place,
  ReferenceData,
  ZipCode,
} from './gazetteer.ts';

/**
 * Reads the reference data (about 2,000 rows) into memory.
 * See docs/decisions/0005-places-and-counts-in-memory.md.
 */
export async function openGazetteer(db: Kysely<DB>): Promise<Gazetteer> {
  const gazetteer: Gazetteer = {
    ...(await readReferenceData(db)),
    async reload() {
      Object.assign(gazetteer, await readReferenceData(db));
    },
  };
  return gazetteer;
}

let latest: { rows: Rows; data: ReferenceData } | undefined;

/** Returns the same objects for the same rows, so that what was made from them, such as the words for categories, remains of use. */
async function readReferenceData(db: Kysely<DB>): Promise<ReferenceData> {
  const rows = await readRows(db);
  if (!latest || !isDeepStrictEqual(rows, latest.rows)) latest = { rows, data: toReferenceData(rows) };
  return latest.data;
}

/** The rows of one snapshot: a load that commits between two queries would leave dangling references. */
const readRows = (db: Kysely<DB>) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => ({
      counties: await tx.selectFrom('counties').select(['id', 'name', 'slug']).execute(),
      locations: await tx.selectFrom('locations').selectAll().orderBy('id').execute(),
      places: await tx.selectFrom('places').selectAll().execute(),
      zips: await tx.selectFrom('zip_codes').selectAll().orderBy('zip').execute(),
      categories: await tx.selectFrom('categories').selectAll().execute(),
      formerSlugs: await tx.selectFrom('former_category_slugs').selectAll().orderBy('slug').execute(),
      formerPlaceSlugs: await tx.selectFrom('former_place_slugs').selectAll().orderBy('slug').execute(),
    }));

type Rows = Awaited<ReturnType<typeof readRows>>;

function toReferenceData({
  counties,
  locations,
  places,
  zips,
  categories,
  formerSlugs,
  formerPlaceSlugs,
}: Rows): ReferenceData {
  const countyDirectory = toDirectory(counties.map((row) => ({ ...row, name: `${row.name} County` })).sort(byName));
  const locationDirectory = toDirectory(
    locations.map(({ id, name, slug, county_id }): Location => {
      const inside = zips.filter((zip) => zip.location_id === id);
      return {
        id,
        name,
        slug,
        county: getExisting(countyDirectory.byId, county_id),
        zipCodes: inside.map(({ zip }) => zip),
        lat: mean(inside.map(({ lat }) => lat)),
        lng: mean(inside.map(({ lng }) => lng)),
      };
    }),
  );
  const zipsOfPlaces = Map.groupBy(zips, ({ place_id }) => place_id);
  const currentPlaces = toDirectory(
    places
      .map(
        ({ county_id, location_id, kind, city_id, radius_miles, key: _, edited: __, version: ___, ...row }): Place => ({
          ...row,
          isNeighborhood: radius_miles !== null,
          cityId: city_id,
          kind: kind as Place['kind'],
          county: getExisting(countyDirectory.byId, county_id),
          location: getExisting(locationDirectory.byId, location_id),
          zipCodes: (zipsOfPlaces.get(row.id) ?? []).map(({ zip }) => zip),
        }),
      )
      .sort(byName),
  );
  const former = formerPlaceSlugs.map(
    ({ slug, place_id }) => [slug, getExisting(currentPlaces.byId, place_id)] as const,
  );
  const placeDirectory = { ...currentPlaces, bySlug: new Map([...former, ...currentPlaces.bySlug]) };
  const zipCodes = new Map(
    zips.map(({ zip, place_id, county_id, location_id, lat, lng }): [string, ZipCode] => [
      zip,
      {
        zip,
        place: place_id === null ? null : getExisting(placeDirectory.byId, place_id),
        county: getExisting(countyDirectory.byId, county_id),
        location: getExisting(locationDirectory.byId, location_id),
        lat,
        lng,
      },
    ]),
  );

  return {
    counties: countyDirectory,
    locations: locationDirectory,
    places: placeDirectory,
    zipCodes,
    categories: toCategoryDirectory(categories, formerSlugs),
  };
}

function toCategoryDirectory(rows: Rows['categories'], formerSlugs: Rows['formerSlugs']): Directory<CategoryNode> {
  const merged = rows.filter(({ merged_at }) => merged_at !== null);
  const { all, byId, bySlug } = toDirectory(toCategoryTree(rows.filter((row) => !merged.includes(row))));
  const intoOf = new Map(merged.map(({ id, merged_into }) => [id, merged_into]));
  const resolve = (id: number | null | undefined): CategoryNode | undefined =>
    id ? (byId.get(id) ?? resolve(intoOf.get(id))) : undefined;
  const toEntries = <Key>(known: [Key, number][]) =>
    known.flatMap(([key, id]): [Key, CategoryNode][] => {
      const node = resolve(id);
      return node ? [[key, node]] : [];
    });
  const former = [...merged, ...formerSlugs.map(({ slug, category_id: id }) => ({ slug, id }))];
  return {
    all,
    byId: new Map([...toEntries(merged.map(({ id }) => [id, id])), ...byId]),
    bySlug: new Map([...toEntries(former.map(({ slug, id }) => [slug, id])), ...bySlug]),
  };
}

function toCategoryTree(rows: Rows['categories']) {
  const sorted = rows.toSorted((a, b) => a.position - b.position || a.id - b.id);
  const childrenOf = Map.groupBy(sorted, ({ parent_id }) => parent_id);
  const toNodes = (parent: CategoryNode | null): CategoryNode[] =>
    (childrenOf.get(parent?.id ?? null) ?? []).map(({ id, name, names, slug, key, icon, english, spanish }) => {
      const words = english && spanish && { english, spanish };
      const node: CategoryNode = {
        id,
        name,
        names: names as CategoryNames,
        slug,
        key: key ?? slug,
        icon,
        words,
        parent,
        children: [],
      };
      node.children = toNodes(node);
      return node;
    });
  return toNodes(null).flatMap((top) => [top, ...top.children]);
}

function toDirectory<Row extends { id: number; slug: string }>(all: Row[]): Directory<Row> {
  return {
    all,
    byId: new Map(all.map((row) => [row.id, row])),
    bySlug: new Map(all.map((row) => [row.slug, row])),
  };
}

// Foreign keys guarantee the row.
function getExisting<Row>(rows: ReadonlyMap<number, Row>, id: number): Row {
  const row = rows.get(id);
  if (!row) throw new Error(`The gazetteer has no row ${id}`);
  return row;
}

const mean = (values: number[]) => (values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length);

const collator = new Intl.Collator('en');
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);
