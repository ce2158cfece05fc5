/**
 * What stands in place of a license number where a business has none and needs none (Business and Professions Code 7027.2 and 7048). Stored in English.
 */
export const NOT_LICENSED = 'Not licensed; jobs under $1,000';
