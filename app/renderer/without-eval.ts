// zod writes its checks as code where it can, and finds out by trying, which the page's policy refuses and reports. Imported
// first by every entry of the renderer, before any schema is made.

import { config } from 'zod';

config({ jitless: true });
