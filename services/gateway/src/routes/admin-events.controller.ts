import { Controller } from '@nestjs/common';
import { roleMay } from '@lectern/contracts/identity/permission';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { formatCents } from '@lectern/contracts/money';
import * as http from '@lectern/contracts/registrations/admin-http';
import type { AdminEvent, ShownEvent } from '@lectern/contracts/registrations/admin-model';
import * as registrations from '@lectern/contracts/registrations/admin-rpc';
import * as workshops from '@lectern/contracts/registrations/workshop-rpc';
import type { RouteBody } from '@lectern/contracts/route';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { listOrPage } from './list-or-page.ts';
import { type Call, type EarlyCall, Serves, ServesEarly } from '../edge/serves.decorator.ts';
import { withoutAmounts } from './without-payments.ts';

/** In UTC, as requests between processes carry instants. */
const inUtc = <T extends RouteBody<typeof http.createEvent>>(body: T): T => ({
  ...body,
  datetime: new Date(body.datetime).toISOString(),
  endsAt: new Date(body.endsAt).toISOString(),
  registrationDeadline: new Date(body.registrationDeadline).toISOString(),
  refundSteps: body.refundSteps?.map((step) => ({ ...step, until: new Date(step.until).toISOString() })),
  ...(body.setup && {
    setup: {
      ...body.setup,
      laterPrices: body.setup.laterPrices.map((step) => ({ ...step, from: new Date(step.from).toISOString() })),
      competitions: body.setup.competitions.map((competition) => ({
        ...competition,
        deadline: competition.deadline && new Date(competition.deadline).toISOString(),
      })),
    },
  }),
});

/** Without the Zoom link for staff who may write neither events nor content, as with the association's meeting links. */
const shownTo = (role: StaffRole, event: AdminEvent): ShownEvent => {
  if (roleMay(role, 'events:write') || roleMay(role, 'content:write')) return event;
  const { zoomLink: _hidden, ...shown } = event;
  return shown;
};

const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

const breakingWords = (count: number): string =>
  count === 1
    ? '1 entry breaks the rules now. If it has a place, it keeps it. To see it, filter Entries by “Rule broken”.'
    : `${count} entries break the rules now. Those with a place keep it. To see them, filter Entries by “Rule broken”.`;

/** The fields about which people with a place are emailed. */
const EMAILED: readonly string[] = ['datetime', 'endsAt', 'timezone', 'location'];

const emailedOf = (
  { type }: RpcOutput<typeof registrations.editEvent>['event'],
  changed: readonly string[],
): string => {
  if (!changed.some((field) => EMAILED.includes(field))) return ', and no email has been sent';
  return `, and those with a ${type === 'tournament' ? 'place' : 'seat'} are emailed`;
};

const createdMessage = ({ title, type, isActive }: RpcOutput<typeof registrations.createEvent>): string => {
  if (!isActive) return `${title} has been saved. It is not on the site yet.`;
  return type === 'workshop' ? `Annual members can sign up for ${title} now.` : `${title} is on the site now.`;
};

const editMessage = ({
  event,
  changed,
  isInCalendars,
  movedUp,
  released = 0,
  breaking = 0,
}: RpcOutput<typeof registrations.editEvent>): string => {
  if (changed.length === 0) return 'Nothing was changed.';
  const registered = event.counts.entries + event.counts.waiting;
  return [
    `${event.title} has been saved.`,
    ...(released > 0
      ? [`It is cancelled: ${people(released)} ${released === 1 ? 'is' : 'are'} emailed about it.`]
      : []),
    ...(isInCalendars && registered > 0
      ? [
          `${people(registered)} ${registered === 1 ? 'is' : 'are'} registered: calendars that they subscribed to follow within the hour${emailedOf(event, changed)}.`,
        ]
      : []),
    ...(movedUp > 0
      ? [`${people(movedUp)} from the waitlist ${movedUp === 1 ? 'has' : 'have'} a place now and an email about it.`]
      : []),
    ...(breaking > 0 ? [breakingWords(breaking)] : []),
  ].join(' ');
};

/** Events, and registrations for bootcamps and workshops, as administrators read and change them. */
@Controller()
export class AdminEventsController {
  constructor(private readonly rpc: RpcClient) {}

  @Serves(http.listAdminEvents)
  async list(call: Call<typeof http.listAdminEvents>) {
    return listOrPage(call, async (query) => {
      const page = await this.rpc.call(registrations.listAdminEvents, query);
      return { ...page, items: page.items.map((event) => shownTo(call.caller.admin.role, event)) };
    });
  }

  @Serves(http.getAdminEvent)
  async get({ params, caller }: Call<typeof http.getAdminEvent>) {
    return shownTo(caller.admin.role, await this.rpc.call(registrations.getAdminEvent, params));
  }

  @Serves(http.readEventRoster)
  async roster({ params }: Call<typeof http.readEventRoster>) {
    return this.rpc.call(registrations.readEventRoster, params);
  }

  @Serves(http.createEvent)
  async create(call: Call<typeof http.createEvent>) {
    const event = await this.rpc.call(registrations.createEvent, { ...inUtc(call.body), by: actingIn(call) });
    return { event, message: createdMessage(event) };
  }

  @Serves(http.editEvent)
  async edit(call: Call<typeof http.editEvent>) {
    const edited = await this.rpc.call(registrations.editEvent, {
      ...inUtc(call.body),
      ...call.params,
      by: actingIn(call),
    });
    return { event: edited.event, message: editMessage(edited) };
  }

  @Serves(http.closeEvent)
  async close(call: Call<typeof http.closeEvent>) {
    const event = await this.rpc.call(registrations.closeEvent, { ...call.params, by: actingIn(call) });
    return { event, message: `Registration for ${event.title} is closed. Existing registrations stay valid.` };
  }

  @Serves(http.reopenEvent)
  async reopen(call: Call<typeof http.reopenEvent>) {
    const event = await this.rpc.call(registrations.reopenEvent, { ...call.params, by: actingIn(call) });
    return { event, message: `Registration for ${event.title} is open until its deadline.` };
  }

  @Serves(http.cloneQuarter)
  async clone(call: Call<typeof http.cloneQuarter>) {
    const { quarter, eventId, dryRun } = call.body;
    const what = eventId === undefined ? { quarter: quarter! } : { eventId };
    const { events, made } = await this.rpc.call(registrations.cloneEvents, { what, dryRun, by: actingIn(call) });
    const would = events.filter(({ outcome }) => outcome === 'new').length;
    const count = (number: number): string => (number === 1 ? '1 event' : `${number} events`);
    return {
      events,
      made,
      message: dryRun
        ? `${count(would)} would be created.`
        : made === 0
          ? 'Nothing was created: every event is there already.'
          : `${count(made)} ${made === 1 ? 'has' : 'have'} been created.`,
    };
  }

  @Serves(http.listBootcampRegistrations)
  async bootcampRegistrations(call: Call<typeof http.listBootcampRegistrations>) {
    return listOrPage(call, async (query) => {
      const page = await this.rpc.call(registrations.listBootcampRegistrations, query);
      return { ...page, items: withoutAmounts(call.caller.admin.role, page.items) };
    });
  }

  @Serves(http.deleteBootcampRegistration)
  async deleteBootcampRegistration(call: Call<typeof http.deleteBootcampRegistration>) {
    const { keptPayment } = await this.rpc.call(registrations.deleteBootcampRegistration, {
      ...call.params,
      by: actingIn(call),
    });
    return {
      message:
        keptPayment > 0
          ? `The registration has been deleted. ${formatCents(keptPayment)} of its payment is not refunded automatically. To return it, refund the payment under Payments.`
          : 'The registration has been deleted.',
    };
  }

  @ServesEarly(http.listWorkshopRegistrations)
  async workshopRegistrations(call: EarlyCall<typeof http.listWorkshopRegistrations>) {
    return listOrPage(call, (query) => this.rpc.call(workshops.listWorkshopRegistrations, query));
  }

  @Serves(http.deleteWorkshopRegistration)
  async deleteWorkshopRegistration(call: Call<typeof http.deleteWorkshopRegistration>) {
    await this.rpc.call(workshops.deleteWorkshopRegistration, { ...call.params, by: actingIn(call) });
    return { message: 'The sign-up has been deleted.' };
  }
}
