import { listTestimonials } from '@lectern/contracts/content/http';
import type { Testimonial } from '@lectern/contracts/content/model';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** What members said, as it is published now; what the page was written with stands there until the answer comes. */
export const testimonialsQuery = (known: readonly Testimonial[] | undefined) =>
  queryOptions({
    queryKey: ['testimonials'],
    queryFn: async ({ signal }): Promise<readonly Testimonial[]> => call(listTestimonials, { signal }),
    ...(known === undefined ? {} : { placeholderData: known }),
  });
