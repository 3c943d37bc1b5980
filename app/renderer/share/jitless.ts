// Loaded first: schemas are to be checked without making code of them, which the page's policy forbids.

import { config } from 'zod';

config({ jitless: true });
