/** The folder of the gazetteer, the open business data and the category words that the product ships. */
export const DATA_FOLDER = new URL('../../data/', import.meta.url);
