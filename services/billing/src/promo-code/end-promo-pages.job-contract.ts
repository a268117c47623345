import { job } from '@lectern/service-kit/jobs/job';

/** Ends open pages whose promo code was deleted or has expired. Each deletion wakes it; it also runs by itself for codes that expire. */
export const endPromoPages = job({ service: 'billing', name: 'end-promo-pages', everySeconds: 10 });
