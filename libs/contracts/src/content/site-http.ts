import { route } from '../route.ts';
import { publicSiteTexts } from './public-site-text.ts';

/** The texts that public pages show. */
export const readSite = route({
  method: 'GET',
  path: '/api/site',
  audience: 'public',
  rateLimit: 'none',
  isShared: true,
  response: publicSiteTexts,
});
