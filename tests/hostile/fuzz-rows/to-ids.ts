/** The ids of rows. */
export const toIds = (rows: readonly { id: number }[]): number[] => rows.map(({ id }) => id);
