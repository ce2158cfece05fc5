// No zod here: the page that uploads the file needs nothing else.

/** The largest file that can be uploaded to be imported, in bytes: 2 GB. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3;

/** Such a file is sent in parts of at most so many bytes, each of which takes less than the two minutes of a request. */
export const MAX_UPLOAD_PART_BYTES = 4 * 1024 * 1024;
