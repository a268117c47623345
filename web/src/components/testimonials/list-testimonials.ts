import type { Testimonial } from '@lectern/contracts/content/model';
import { queryOptions } from '@tanstack/react-query';

/** The published testimonials; those that the page was prerendered with show until the server answers. */
export const testimonialsQuery = (known: readonly Testimonial[] | undefined) =>
  queryOptions({
    queryKey: ['testimonials'],
    // Loaded apart: the page renders without the schemas of the call.
    queryFn: async ({ signal }): Promise<readonly Testimonial[]> =>
      (await import('./get-testimonials.ts')).getTestimonials(signal),
    ...(known === undefined ? {} : { placeholderData: known }),
  });
