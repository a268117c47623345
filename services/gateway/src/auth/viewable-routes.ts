import { getCredit } from '@lectern/contracts/billing/credit-http';
import { getReferralCode, getSubscription, listPayments } from '@lectern/contracts/billing/http';
import { listAnnouncements } from '@lectern/contracts/content/announcement-http';
import { listRecordings, readMeetingPlaces } from '@lectern/contracts/content/http';
import { readPracticeTopics } from '@lectern/contracts/content/practice-topics-http';
import { getUser } from '@lectern/contracts/identity/http';
import { listMyEvents } from '@lectern/contracts/registrations/event-list-http';
import { listOfficeHours } from '@lectern/contracts/registrations/member-http';
import { listWorkshops } from '@lectern/contracts/registrations/workshop-http';
import type { RouteContract } from '@lectern/contracts/route';

/**
 * The routes that an administrator who sees the site as a member reads. All others refuse them: writes, the personal download, the list of
 * sessions, and the URL of the calendar, which opens without a session.
 */
const VIEWABLE: ReadonlySet<RouteContract> = new Set<RouteContract>([
  getUser,
  getSubscription,
  listPayments,
  getCredit,
  getReferralCode,
  listMyEvents,
  listOfficeHours,
  listWorkshops,
  listAnnouncements,
  listRecordings,
  readMeetingPlaces,
  readPracticeTopics,
]);

export const isViewable = (contract: RouteContract | undefined): boolean =>
  contract !== undefined && contract.method === 'GET' && contract.audience === 'member' && VIEWABLE.has(contract);
