import { listTestimonials } from '@lectern/contracts/content/http';
import { call } from '../../lib/api-client.ts';

export const getTestimonials = (signal: AbortSignal) => call(listTestimonials, { signal });
