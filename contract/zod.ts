import { config, z } from 'zod';

// In the browser zod would probe `eval`, which our content security policy reports. Parsing there is rare: go without.
if ('document' in globalThis) config({ jitless: true });

export { z };
