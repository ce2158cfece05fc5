// Without zod: pages of listings ship this file.
import { defineMessage } from '#contract/i18n/t.ts';

/** A class of the licenses that California asks of a trade. */
interface LicenseClass {
  /** As in 'C-36 plumbing'. */
  name: string;
  /** The keys of the categories whose businesses need it, or another one of the same category. */
  categories: readonly string[];
}

/** The class of household movers, whom the state's Bureau of Household Goods and Services licenses; all others are of the contractors' board. */
export const MOVERS = 'Cal-T';

/**
 * The classes by which California licenses contractors (Business and Professions Code 7055 to 7058; 16 CCR 830 to 834), and movers (19237).
 * See docs/decisions/0151-licenses-are-compared-with-the-states-list.md.
 */
export const LICENSE_CLASSES: Readonly<Record<string, LicenseClass>> = {
  A: { name: defineMessage('general engineering'), categories: ['contractors'] },
  B: { name: defineMessage('general building'), categories: ['contractors', 'handyman', 'solar'] },
  'B-2': { name: defineMessage('residential remodeling'), categories: ['contractors', 'handyman'] },
  'C-2': { name: defineMessage('insulation'), categories: ['contractors'] },
  'C-4': { name: defineMessage('boilers and steam fitting'), categories: ['hvac'] },
  'C-5': { name: defineMessage('framing and carpentry'), categories: ['contractors'] },
  'C-6': { name: defineMessage('cabinets and millwork'), categories: ['contractors'] },
  'C-7': { name: defineMessage('low-voltage systems'), categories: ['electricians'] },
  'C-8': { name: defineMessage('concrete'), categories: ['contractors'] },
  'C-9': { name: defineMessage('drywall'), categories: ['contractors'] },
  'C-10': { name: defineMessage('electrical'), categories: ['electricians', 'solar'] },
  'C-11': { name: defineMessage('elevators'), categories: ['contractors'] },
  'C-12': { name: defineMessage('earthwork and paving'), categories: ['contractors'] },
  'C-13': { name: defineMessage('fencing'), categories: ['contractors'] },
  'C-15': { name: defineMessage('flooring'), categories: ['flooring'] },
  'C-16': { name: defineMessage('fire protection'), categories: ['contractors'] },
  'C-17': { name: defineMessage('glazing'), categories: ['contractors'] },
  'C-20': { name: defineMessage('heating and air conditioning'), categories: ['hvac'] },
  'C-21': { name: defineMessage('building moving and demolition'), categories: ['contractors'] },
  'C-22': { name: defineMessage('asbestos abatement'), categories: ['contractors'] },
  'C-23': { name: defineMessage('ornamental metal'), categories: ['contractors'] },
  'C-27': { name: defineMessage('landscaping'), categories: ['landscaping'] },
  'C-28': { name: defineMessage('locks and security equipment'), categories: ['locksmiths'] },
  'C-29': { name: defineMessage('masonry'), categories: ['contractors'] },
  'C-31': { name: defineMessage('traffic control at construction sites'), categories: ['contractors'] },
  'C-32': { name: defineMessage('parking lots and highways'), categories: ['contractors'] },
  'C-33': { name: defineMessage('painting'), categories: ['painters'] },
  'C-34': { name: defineMessage('pipelines'), categories: ['contractors'] },
  'C-35': { name: defineMessage('lathing and plastering'), categories: ['contractors'] },
  'C-36': { name: defineMessage('plumbing'), categories: ['plumbers'] },
  'C-38': { name: defineMessage('refrigeration'), categories: ['hvac'] },
  'C-39': { name: defineMessage('roofing'), categories: ['roofing'] },
  'C-42': { name: defineMessage('sanitation systems'), categories: ['plumbers'] },
  'C-43': { name: defineMessage('sheet metal'), categories: ['hvac'] },
  'C-45': { name: defineMessage('signs'), categories: ['contractors'] },
  'C-46': { name: defineMessage('solar'), categories: ['solar'] },
  'C-47': { name: defineMessage('manufactured housing'), categories: ['contractors'] },
  'C-49': { name: defineMessage('trees and palms'), categories: ['landscaping'] },
  'C-50': { name: defineMessage('reinforcing steel'), categories: ['contractors'] },
  'C-51': { name: defineMessage('structural steel'), categories: ['contractors'] },
  'C-53': { name: defineMessage('swimming pools'), categories: ['pool-services'] },
  'C-54': { name: defineMessage('ceramic and mosaic tile'), categories: ['flooring'] },
  'C-55': { name: defineMessage('water conditioning'), categories: ['plumbers'] },
  'C-57': { name: defineMessage('well drilling'), categories: ['contractors'] },
  'C-60': { name: defineMessage('welding'), categories: ['contractors'] },
  'C-61': { name: defineMessage('limited specialties'), categories: ['pool-services', 'garage-doors'] },
  'D-28': { name: defineMessage('doors and gates'), categories: ['garage-doors'] },
  'D-35': { name: defineMessage('pool maintenance'), categories: ['pool-services'] },
  [MOVERS]: { name: defineMessage('household movers'), categories: ['movers'] },
};

/** The classes that the businesses of a category need one of, by its key; none for most. */
export const getLicenseClasses = (categoryKey: string): string[] =>
  Object.entries(LICENSE_CLASSES).flatMap(([name, { categories }]) => (categories.includes(categoryKey) ? [name] : []));
