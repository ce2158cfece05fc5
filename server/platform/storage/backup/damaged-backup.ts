/** A backup is not what was stored, or is not readable with the given key, so it cannot be used. */
export class DamagedBackup extends Error {}
