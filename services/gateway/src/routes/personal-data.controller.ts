import { createHash } from 'node:crypto';
import { Controller, Inject } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import { exportPerson as exportFromBilling } from '@lectern/contracts/billing/rpc';
import * as http from '@lectern/contracts/identity/http';
import * as identity from '@lectern/contracts/identity/rpc';
import { roleMay } from '@lectern/contracts/identity/permission';
import { exportPerson as exportFromMessaging } from '@lectern/contracts/messaging/rpc';
import { exportPerson as exportFromRegistrations } from '@lectern/contracts/registrations/rpc';
import type { Person, PersonData } from '@lectern/contracts/person-data';
import type { RouteResponse } from '@lectern/contracts/route';
import * as people from '@lectern/contracts/system/people-http';
import type { PersonPart } from '@lectern/contracts/system/people-http';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { dateIn } from '@lectern/contracts/zoned-time';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { CurrentProfile } from '../branding/current-profile.ts';
import { actingIn } from '../edge/acting-admin.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { hasOwnAddress } from './has-own-address.ts';
import { PART_OF, PART_WORDS } from './person-parts.ts';

const UNVERIFIED =
  'You have not confirmed your email yet. This file leaves out everything that is stored under that email alone (newsletter, messages, ' +
  'emails, registrations made without logging in). Confirm your email in ' +
  'your account settings, and download it again.';

const OF_ANOTHER = ' Invoices and ids of the payment provider are not in it either.';
const WITHOUT_PAYER = 'Invoices and ids of the payment provider are left out, because another person may have paid.';

const WITHOUT_INBOX =
  'Messages and conversations are left out, because the role of the downloading administrator does not see the Inbox.';
const OF_INBOX: ReadonlySet<string> = new Set(['contactMessages', 'conversations', 'conversationMessages']);

/** The same part without messages, which only staff with the inbox may read. */
const withoutMessages = (mail: PersonData): PersonData =>
  Object.fromEntries(Object.entries(mail).filter(([section]) => !OF_INBOX.has(section)));

const PROVIDER_ID = /^(?:cus|sub|in|pi)_[A-Za-z0-9]{8,}$/;
const INVOICES: ReadonlySet<string> = new Set(['invoiceUrl', 'receiptUrl']);

/** Leaves out values that name the payer at the provider, or open their invoices: the payer may be another person. */
const withoutPayer = (name: string, value: unknown): unknown =>
  INVOICES.has(name) || (typeof value === 'string' && PROVIDER_ID.test(value)) ? undefined : value;

const isEmpty = (part: PersonData): boolean => Object.values(part).every((rows) => rows.length === 0);

/** The association's name as a file may carry it. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'my';

/** A person's data from each part of the system. */
type PersonFile = Readonly<Record<PersonPart, PersonData>>;

/** The download of a person's data and their erasure: by members for themselves, and by staff on a person's request. */
@Controller()
export class PersonalDataController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly clock: Clock,
    private readonly profile: CurrentProfile,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.exportData)
  async export({ caller }: Call<typeof http.exportData>): Promise<RouteResponse<typeof http.exportData>> {
    const userId = caller.member.id;
    const { verifiedEmail, data: account } = await this.rpc.call(identity.exportPerson, { userId });
    const [isOwn, others] = await Promise.all([
      hasOwnAddress(this.rpc, userId),
      this.fromOthers({ userId, verifiedEmail }),
    ]);
    const notIncluded = verifiedEmail === null ? (isOwn ? UNVERIFIED : UNVERIFIED + OF_ANOTHER) : null;
    return this.file({ account, ...others }, { isOwn, notIncluded });
  }

  /** Recorded once the whole file is there. Staff without access to the inbox get no conversations; all who may download see payments. */
  @Serves(people.exportPerson)
  async exportPerson(call: Call<typeof people.exportPerson>): Promise<RouteResponse<typeof people.exportPerson>> {
    const { email } = call.query;
    const by = actingIn(call);
    const { person, hasAccount, data: account } = await this.rpc.call(identity.exportMailbox, { email, by });
    const [isOwn, others] = await Promise.all([
      hasAccount ? hasOwnAddress(this.rpc, person.userId) : true,
      this.fromOthers(person),
    ]);
    const file = { account, ...others };
    if (Object.values(file).every(isEmpty)) throw new DomainError('person_unknown');
    const details = { email, ...(hasAccount && { userId: person.userId }) };
    await this.rpc.call(identity.recordAdminAction, { by, action: 'export_person', details });
    const seesInbox = roleMay(call.caller.admin.role, 'inbox:write');
    const notIncluded = [...(isOwn ? [] : [WITHOUT_PAYER]), ...(seesInbox ? [] : [WITHOUT_INBOX])].join(' ');
    return this.file(
      { ...file, mail: seesInbox ? file.mail : withoutMessages(file.mail) },
      { isOwn, notIncluded: notIncluded === '' ? null : notIncluded },
    );
  }

  @Serves(people.erasePerson)
  async erasePerson(call: Call<typeof people.erasePerson>) {
    const { userId = null, ...rest } = call.body;
    if (userId === null) await this.requireKnown(call);
    await this.rpc.call(identity.erasePerson, { ...rest, userId, by: actingIn(call) });
    return { message: 'The person was erased. Payments, registrations and emails follow within seconds.' };
  }

  /** A mailbox of which nothing is kept has nobody to erase and to email, unless the request repeats an erasure. */
  private async requireKnown(call: Call<typeof people.erasePerson>): Promise<void> {
    const [{ id, email }, by] = [call.body, actingIn(call)];
    const { person, data } = await this.rpc.call(identity.exportMailbox, { email, by });
    if (!isEmpty(data)) return;
    const others = await Promise.allSettled(this.askOthers(person).map(([, asked]) => asked));
    if (others.some((part) => part.status === 'fulfilled' && !isEmpty(part.value))) return;
    const isRepeated = await this.rpc.call(identity.getErasure, { id, by }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof DomainError && error.code === 'not_found') return false;
        throw error;
      },
    );
    if (isRepeated) return;
    throw new DomainError(others.some((part) => part.status === 'rejected') ? 'service_unavailable' : 'person_unknown');
  }

  @Serves(people.getErasure)
  async erasure(call: Call<typeof people.getErasure>) {
    const { erasedAt, waitingFor } = await this.rpc.call(identity.getErasure, { ...call.params, by: actingIn(call) });
    return { erasedAt, waitingFor: waitingFor.flatMap((service) => PART_OF.get(service) ?? []) };
  }

  @Serves(http.deleteAccount)
  async delete({ body, caller, origin }: Call<typeof http.deleteAccount>) {
    await this.rpc.call(identity.deleteAccount, {
      ...body,
      userId: caller.member.id,
      origin,
      sessionId: caller.claims.tokenId,
    });
    return { message: 'Your account has been deleted. A last email about it is on its way to you.' };
  }

  /** The data of a person in the other services. A file without one of them would look complete, so all must answer. */
  private async fromOthers(person: Person): Promise<Omit<PersonFile, 'account'>> {
    const [payments, registrations, mail] = await Promise.all(
      this.askOthers(person).map(([part, asked]) => this.answered(part, asked)),
    );
    return { payments: payments!, registrations: registrations!, mail: mail! };
  }

  private askOthers(person: Person): [PersonPart, Promise<PersonData>][] {
    return [
      ['payments', this.rpc.call(exportFromBilling, person)],
      ['registrations', this.rpc.call(exportFromRegistrations, person)],
      ['mail', this.rpc.call(exportFromMessaging, person)],
    ];
  }

  private async answered<T>(part: PersonPart, asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      this.logger.warn({ err: error, part }, 'A person could not be exported, because a part did not answer');
      throw new DomainError('service_unavailable', {
        message: `No file was made, because we cannot load ${PART_WORDS[part]} right now. Please try again in a moment.`,
      });
    }
  }

  /** `isOwn`: the holder may see who paid. */
  private async file(
    parts: PersonFile,
    { isOwn, notIncluded }: { isOwn: boolean; notIncluded: string | null },
  ): Promise<RouteResponse<typeof http.exportData>> {
    const { name, timeZone } = await this.profile.now();
    const now = this.clock.now();
    const file = {
      association: name,
      writtenAt: now.toISOString(),
      about:
        'Everything that we keep of you. Times are in UTC; amounts whose name ends in Cents are whole cents of a US dollar.',
      ...(notIncluded !== null && { notIncluded }),
      ...parts,
    };
    const bytes = Buffer.from(`${JSON.stringify(file, isOwn ? undefined : withoutPayer, 2)}\n`);
    return {
      contentType: 'application/json; charset=utf-8',
      fileName: `${slugOf(name)}-data-${dateIn(timeZone, now)}.json`,
      disposition: 'attachment',
      cacheControl: 'no-store',
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
      bytes,
    };
  }
}
