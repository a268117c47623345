import { listEvents } from '@lectern/contracts/registrations/event-list-http';
import { call } from '../../lib/api-client.ts';

export const getEvents = (signal: AbortSignal) => call(listEvents, { signal });
