// The first import of the page: zod otherwise tries `new Function` once, which the page's policy reports.
import { config } from 'zod/mini';

config({ jitless: true });
