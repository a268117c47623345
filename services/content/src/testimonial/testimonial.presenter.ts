import type { SavedTestimonial } from '@lectern/contracts/content/rpc';
import type { Testimonial } from './testimonial.entity.ts';

export const presentToAdmins = ({ changedAt, ...testimonial }: Testimonial): SavedTestimonial => ({
  ...testimonial,
  changedAt: changedAt?.toISOString() ?? null,
});
