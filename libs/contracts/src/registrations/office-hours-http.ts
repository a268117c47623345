import * as z from 'zod/mini';
import { route } from '../route.ts';
import { memberOfficeHours } from './office-hours-model.ts';

/** The sessions of all members that are not over, soonest first. There are as many as slots, so they are not paged. */
export const listAllOfficeHours = route({
  method: 'GET',
  path: '/api/admin/office-hours',
  audience: 'admin',
  permission: 'people:read',
  rateLimit: 'none',
  response: z.array(memberOfficeHours),
});
