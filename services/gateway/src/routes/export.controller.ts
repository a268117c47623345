import { Controller, Inject } from '@nestjs/common';
import { exportBalance } from '@lectern/contracts/billing/payment-rpc';
import { DomainError } from '@lectern/contracts/errors';
import { exportPeople } from '@lectern/contracts/identity/listed-person-rpc';
import { recordAdminAction } from '@lectern/contracts/identity/rpc';
import type { ExportSlice } from '@lectern/contracts/list-export';
import { exportSubscribers } from '@lectern/contracts/messaging/rpc';
import { exportBootcampRegistrations } from '@lectern/contracts/registrations/admin-rpc';
import { exportDebateClubRegistrations, exportTournamentRegistrations } from '@lectern/contracts/registrations/rpc';
import { exportWorkshopRegistrations } from '@lectern/contracts/registrations/workshop-rpc';
import { exportCsv } from '@lectern/contracts/system/http';
import { dateIn } from '@lectern/contracts/zoned-time';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { CurrentProfile } from '../branding/current-profile.ts';
import { csvPieces } from '../csv/csv-pieces.ts';
import { actingIn, actorWhoMay } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { madeBetween } from './made-between.ts';

const LISTS = new Map([
  ['debate-club', exportDebateClubRegistrations],
  ['tournaments', exportTournamentRegistrations],
  ['bootcamp', exportBootcampRegistrations],
  ['workshops', exportWorkshopRegistrations],
  ['newsletter', exportSubscribers],
  ['people', exportPeople],
]);

/** The list of payments, whose days the gateway makes instants. */
const PAYMENTS = 'payments';

const REGISTRATIONS = ['debate-club', 'tournaments', 'bootcamp', 'workshops'];

/** Filters of some lists only: those that have it, and the refusal of the others. */
const FILTERS = {
  division: { lists: ['debate-club', 'tournaments', 'people'], refusal: 'This list has no divisions' },
  event: { lists: ['tournaments', 'bootcamp', 'workshops', 'people'], refusal: 'This list has no events' },
  competition: { lists: ['tournaments'], refusal: 'This list has no competitions' },
  place: { lists: ['tournaments'], refusal: 'This list has no places' },
  rules: { lists: ['tournaments'], refusal: 'This list has no rules' },
  account: { lists: ['people'], refusal: 'This list has no accounts' },
  plan: { lists: ['people'], refusal: 'This list has no plans' },
  unpaid: { lists: ['people'], refusal: 'This list has no unpaid sign-ups' },
  tag: { lists: ['people'], refusal: 'This list has no tags' },
  seen: { lists: ['people'], refusal: 'This list has no days of the last visit' },
  registeredFrom: { lists: REGISTRATIONS, refusal: 'This list has no registrations' },
  registeredUntil: { lists: REGISTRATIONS, refusal: 'This list has no registrations' },
  status: { lists: [...LISTS.keys()], refusal: 'This list has no statuses' },
  kind: { lists: [PAYMENTS], refusal: 'This list has no kinds' },
  product: { lists: [PAYMENTS], refusal: 'This list has no products' },
  madeFrom: { lists: [PAYMENTS], refusal: 'This list has no payments' },
  madeUntil: { lists: [PAYMENTS], refusal: 'This list has no payments' },
  billingCycle: { lists: ['debate-club'], refusal: 'This list has no billing cycles' },
} as const;

/** Lists as files, however long they are. */
@Controller()
export class ExportController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly profile: CurrentProfile,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Every refusal comes before the first byte, with the first slice; the record names the list and its administrator. */
  @Serves(exportCsv)
  async export(call: Call<typeof exportCsv>) {
    const { kind } = call.params;
    const list = LISTS.get(kind);
    if (list === undefined && kind !== PAYMENTS)
      throw new DomainError('not_found', { message: 'There is no such list to export.' });
    for (const [name, { lists, refusal }] of Object.entries(FILTERS)) {
      if (call.query[name as keyof typeof FILTERS] !== undefined && !lists.some((known: string) => known === kind))
        throw new DomainError('invalid_request', { fields: { [name]: refusal } });
    }
    const by = list === undefined ? actorWhoMay(call, 'payments:read') : actingIn(call);
    const { timeZone } = await this.profile.now();
    const slice = (cursor?: string): Promise<ExportSlice> =>
      list === undefined
        ? this.rpc.call(exportBalance, { ...call.query, ...madeBetween(call.query, timeZone), timeZone, cursor })
        : this.rpc.call(list, { ...call.query, cursor });
    const first = await slice();
    await this.rpc.call(recordAdminAction, {
      by,
      action: 'export_list',
      details: { list: kind, ...call.query },
    });
    return {
      contentType: 'text/csv; charset=utf-8',
      fileName: `${kind}-${dateIn(timeZone, this.clock.now())}.csv`,
      cacheControl: 'no-store',
      pieces: csvPieces(first, this.reported(kind, slice)),
    };
  }

  private reported(
    kind: string,
    after: (cursor: string) => Promise<ExportSlice>,
  ): (cursor: string) => Promise<ExportSlice> {
    return (cursor) =>
      after(cursor).catch((error: unknown) => {
        // The response has begun and cannot carry an error: breaking its connection is all that is left.
        this.logger.error({ err: error, list: kind }, 'An export broke off');
        throw error;
      });
  }
}
