import { job } from '@lectern/service-kit/jobs/job';

/** Ends open pages whose promo code was deleted or has expired. Woken by each deletion, and by itself for codes that expire. */
export const endPromoPages = job({ service: 'billing', name: 'end-promo-pages', everySeconds: 10 });
