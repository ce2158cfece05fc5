import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import outlinesUrl from '../../../data/socal_outlines.topo.json?url';

type Outlines = Topology<{
  cities: GeometryCollection<{ name: string; county: string }>;
  counties: GeometryCollection<{ name: string }>;
  sea: GeometryCollection;
}>;

/** The outlines that maps draw, as GeoJSON. Limits that two cities share are one line; county lines are those between two counties. */
export interface MapOutlines {
  cities: GeoJSON.FeatureCollection;
  cityLimits: GeoJSON.MultiLineString;
  counties: GeoJSON.FeatureCollection;
  countyLines: GeoJSON.MultiLineString;
  sea: GeoJSON.FeatureCollection;
}

let loading: Promise<MapOutlines> | undefined;

/**
 * Loads the outlines, once for all maps of the page.
 * @throws when they cannot be loaded; the next call tries again
 */
export function loadOutlines(): Promise<MapOutlines> {
  loading ??= fetchOutlines().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchOutlines(): Promise<MapOutlines> {
  const response = await fetch(outlinesUrl);
  if (!response.ok) throw new Error(`${outlinesUrl}: ${response.status}`);
  const topology: Outlines = await response.json();
  const { cities, counties, sea } = topology.objects;
  return {
    cities: feature(topology, cities),
    cityLimits: mesh(topology, cities),
    counties: feature(topology, counties),
    countyLines: mesh(topology, counties, (a, b) => a !== b),
    sea: feature(topology, sea),
  };
}
