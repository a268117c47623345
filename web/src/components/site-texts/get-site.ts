import { readSite } from '@lectern/contracts/content/site-http';
import { call } from '../../lib/api-client.ts';

export const getSite = (signal: AbortSignal) => call(readSite, { signal });
