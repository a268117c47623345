import type { Testimonial } from '@lectern/contracts/content/model';
import { queryOptions } from '@tanstack/react-query';

/** What members said, as it is published now; what the page was written with stands there until the answer comes. */
export const testimonialsQuery = (known: readonly Testimonial[] | undefined) =>
  queryOptions({
    queryKey: ['testimonials'],
    // The schemas of the call are not needed to draw the page.
    queryFn: async ({ signal }): Promise<readonly Testimonial[]> =>
      (await import('./get-testimonials.ts')).getTestimonials(signal),
    ...(known === undefined ? {} : { placeholderData: known }),
  });
