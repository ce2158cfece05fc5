/** Metadata in every file, which must not be in any stored one. */
export const MARKER = 'hostile-mark';

export const SCRIPT = `<script>alert("${MARKER}")</script>`;
export const PHP = `<?php system("${MARKER}"); ?>`;
