import { Controller, Inject } from '@nestjs/common';
import * as billing from '@lectern/contracts/billing/rpc';
import { DomainError } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { beginMemberView } from '@lectern/contracts/identity/member-view-rpc';
import { findDuplicates, listPeople, keepApart } from '@lectern/contracts/identity/listed-person-rpc';
import { roleMay } from '@lectern/contracts/identity/permission';
import * as identity from '@lectern/contracts/identity/rpc';
import * as subscriberAddressHttp from '@lectern/contracts/messaging/subscriber-address-http';
import * as subscriberAddress from '@lectern/contracts/messaging/subscriber-address-rpc';
import * as messaging from '@lectern/contracts/messaging/rpc';
import { compareByTime, type TimelineKind, type TimelinePart } from '@lectern/contracts/person-timeline';
import { correctRegistration } from '@lectern/contracts/registrations/admin-rpc';
import * as registrations from '@lectern/contracts/registrations/rpc';
import * as http from '@lectern/contracts/system/people-http';
import { type KnownPerson, type PersonPart, TIMELINE_PAGE } from '@lectern/contracts/system/people-http';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { actingIn } from '../edge/acting-admin.ts';
import { RateLimiter } from '../edge/rate-limiter.ts';
import { type Call, Serves } from '../edge/serves.decorator.ts';
import { kindsHiddenFrom, withoutAmount, withoutCredits, withoutMessage } from './without-payments.ts';
import { listOrPage } from './list-or-page.ts';
import { decodeTimelineCursor, encodeTimelineCursor } from './timeline-cursor.ts';

/**
 * One person's data from all services, for administrators, and whether the person may log in. Names each service that does not
 * answer, and shows the rest.
 */
@Controller()
export class PeopleController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limiter: RateLimiter,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(http.listPeople)
  async list(call: Call<typeof http.listPeople>) {
    return listOrPage(call, (query) => this.rpc.call(listPeople, query));
  }

  @Serves(http.findDuplicates)
  async duplicates(call: Call<typeof http.findDuplicates>) {
    return this.rpc.call(findDuplicates, { ...call.query, by: actingIn(call) });
  }

  @Serves(http.keepPeopleApart)
  async keepApart(call: Call<typeof http.keepPeopleApart>) {
    await this.rpc.call(keepApart, { ...call.body, by: actingIn(call) });
    return {
      message: call.body.isDistinct
        ? 'They are no longer suggested as the same person.'
        : 'They may be suggested as the same person again.',
    };
  }

  /**
   * Staff who may not see payments get nothing of billing’s, and no amounts; staff without the inbox, no message's words; a page may then have fewer items than others.
   * Identity first: it says which account has the address. Without identity no administrator is
   * logged in either.
   */
  @Serves(http.getPersonTimeline)
  async timeline(call: Call<typeof http.getPersonTimeline>) {
    const { email, kind = null, cursor } = call.query;
    const { role } = call.caller.admin;
    const hidden = kindsHiddenFrom(role);
    const seesPayments = !hidden.includes('payments');
    const emailKey = keyOf(email);
    const request = {
      emailKey,
      kind,
      after: cursor === undefined ? null : decodeTimelineCursor(cursor),
      limit: TIMELINE_PAGE + 1,
    };
    const who = await this.rpc.call(identity.readTimeline, request);
    const whose = { ...request, userId: who.account?.userId ?? null };
    const missing: PersonPart[] = [];
    const [money, places, mail] = await Promise.all([
      seesPayments ? this.unlessAway('payments', missing, this.rpc.call(billing.readTimeline, whose)) : null,
      this.unlessAway('registrations', missing, this.rpc.call(registrations.readTimeline, whose)),
      this.unlessAway('mail', missing, this.rpc.call(messaging.readTimeline, whose)),
    ]);
    const parts = [who, money, places, mail].filter((part) => part !== null);
    const items = parts.flatMap((part) => part.items).sort(compareByTime);
    const shown = items.slice(0, TIMELINE_PAGE);
    const last = items.length > TIMELINE_PAGE ? shown.at(-1) : undefined;
    const page = {
      items: shown
        .filter((item) => !hidden.includes(item.kind))
        .map((item) => (seesPayments ? item : withoutAmount(item)))
        .map((item) => (roleMay(role, 'inbox:write') ? item : withoutMessage(item))),
      nextCursor: last === undefined ? null : encodeTimelineCursor(last),
      missing: missing.sort(),
    };
    if (cursor !== undefined) return { ...page, person: null };

    const counts = sumOf(parts);
    for (const kind of hidden) delete counts[kind];
    const account = who.account === null || seesPayments ? who.account : withoutCredits(who.account);
    const customer = money?.customer ?? null;
    const mailbox = mail?.mailbox ?? null;
    const isKnown =
      account !== null ||
      customer !== null ||
      Object.keys(counts).length > 0 ||
      (who.notes ?? []).length > 0 ||
      (who.tags ?? []).length > 0;
    if (!isKnown && missing.length > 0) throw new DomainError('service_unavailable');
    if (!isKnown) throw new DomainError('person_unknown');
    await this.rpc.call(identity.recordPersonView, { by: actingIn(call), email });
    const name =
      account === null
        ? (places?.name ?? customer?.name ?? who.name ?? '')
        : `${account.firstName} ${account.lastName}`;
    return {
      ...page,
      person: {
        email: account?.email ?? email,
        name: name === '' ? null : name,
        account,
        customer,
        mailbox,
        notes: who.notes ?? [],
        tags: who.tags ?? [],
        registrations: places?.registrations ?? [],
        workshops: places?.workshops ?? [],
        counts,
      },
    };
  }

  @Serves(http.deactivateMember)
  async deactivate(call: Call<typeof http.deactivateMember>) {
    const { name, isChanged } = await this.rpc.call(identity.deactivateMember, {
      ...call.params,
      ...call.body,
      by: actingIn(call),
    });
    return {
      message: isChanged
        ? `${name} has been logged out everywhere and cannot log in any more. A membership is not charged again while the account is deactivated.`
        : `${name} was deactivated already. Nothing was changed.`,
    };
  }

  @Serves(http.viewAsMember)
  async viewAs(call: Call<typeof http.viewAsMember>) {
    const { reason = null } = call.body;
    return this.rpc.call(beginMemberView, {
      ...call.params,
      reason,
      session: call.caller.claims,
      by: actingIn(call),
    });
  }

  @Serves(http.correctMemberEmail)
  async correctEmail(call: Call<typeof http.correctMemberEmail>) {
    const { name } = await this.rpc.call(identity.correctMemberEmail, {
      ...call.params,
      ...call.body,
      by: actingIn(call),
      sessionId: call.caller.claims.tokenId,
    });
    return {
      message: `We emailed a link to ${call.body.email}. The account changes to this email when ${name} opens the link while logged in, or resets the password with this email.`,
    };
  }

  @Serves(http.sendConfirmation)
  async sendConfirmation(call: Call<typeof http.sendConfirmation>) {
    const { isSent, isRepeated, email } = await this.rpc.call(identity.sendEmailVerification, {
      ...call.params,
      by: actingIn(call),
    });
    if (!isSent) return { message: `${email} is confirmed already. No email was sent.` };
    return {
      message: isRepeated
        ? `A link to ${email} is on its way already. No second email was sent.`
        : `We emailed a link to ${email}. The email is confirmed when its holder opens the link while logged in.`,
    };
  }

  @Serves(http.reactivateMember)
  async reactivate(call: Call<typeof http.reactivateMember>) {
    const { name, isChanged } = await this.rpc.call(identity.reactivateMember, {
      ...call.params,
      ...call.body,
      by: actingIn(call),
    });
    return { message: isChanged ? `${name} can log in again.` : `${name} is not deactivated. Nothing was changed.` };
  }

  @Serves(http.correctMember)
  async correct(call: Call<typeof http.correctMember>) {
    const { name, changed } = await this.rpc.call(identity.correctMember, {
      ...call.params,
      ...call.body,
      by: actingIn(call),
    });
    return {
      message: changed.length === 0 ? 'Nothing was changed.' : `${name} was saved. Registrations and payments follow.`,
    };
  }

  @Serves(http.correctRegistration)
  async correctRegistration(call: Call<typeof http.correctRegistration>) {
    const { phone = null, division = null, seen, ...others } = call.body;
    const { email = seen.email } = others;
    if (email !== undefined && seen.email !== undefined && keyOf(email) !== keyOf(seen.email))
      await this.limiter.countCorrection([seen.email, email], 'email');
    const { changed } = await this.rpc.call(correctRegistration, {
      ...call.params,
      ...others,
      phone,
      division,
      seen: { ...seen, phone: seen.phone ?? null, division: seen.division ?? null },
      by: actingIn(call),
    });
    if (changed.length === 0) return { message: 'Nothing was changed.' };
    return {
      message: changed.includes('email')
        ? `The registration was saved. It is on the page of ${others.email} now.`
        : 'The registration was saved.',
    };
  }

  @Serves(http.addNote)
  async addNote(call: Call<typeof http.addNote>) {
    const { note: text, ...rest } = call.body;
    await this.rpc.call(identity.addNote, { ...rest, text, by: actingIn(call) });
    return { message: 'The note was added.' };
  }

  @Serves(http.deleteNote)
  async deleteNote(call: Call<typeof http.deleteNote>) {
    await this.rpc.call(identity.deleteNote, { ...call.params, by: actingIn(call) });
    return { message: 'The note was deleted.' };
  }

  @Serves(http.addTag)
  async addTag(call: Call<typeof http.addTag>) {
    await this.rpc.call(identity.tagPerson, { ...call.body, by: actingIn(call) });
    return { message: 'The tag was added.' };
  }

  @Serves(http.removeTag)
  async removeTag(call: Call<typeof http.removeTag>) {
    await this.rpc.call(identity.untagPerson, { ...call.body, by: actingIn(call) });
    return { message: 'The tag was removed.' };
  }

  @Serves(http.listTags)
  async tags() {
    return this.rpc.call(identity.listTags, {});
  }

  @Serves(http.liftSuppression)
  async lift(call: Call<typeof http.liftSuppression>) {
    await this.rpc.call(messaging.liftSuppression, { ...call.body, by: actingIn(call) });
    return { message: `Campaigns email ${call.body.email} again.` };
  }

  @Serves(subscriberAddressHttp.correctSubscriberAddress)
  async correctSubscriber(call: Call<typeof subscriberAddressHttp.correctSubscriberAddress>) {
    await this.limiter.countCorrection([call.body.newEmail], 'newEmail');
    await this.rpc.call(subscriberAddress.correctSubscriberAddress, { ...call.body, by: actingIn(call) });
    return { message: `We emailed a link to ${call.body.newEmail}. The newsletter goes there once it is confirmed.` };
  }

  /** The answer of one part; null, with the part's name noted, where it does not answer or fails. */
  private async unlessAway<T>(part: PersonPart, missing: PersonPart[], asked: Promise<T>): Promise<T | null> {
    try {
      return await asked;
    } catch (error) {
      this.logger.warn({ err: error, part }, 'A part of a person is missing');
      missing.push(part);
      return null;
    }
  }
}

const sumOf = (parts: readonly TimelinePart[]): KnownPerson['counts'] => {
  const sums: Partial<Record<TimelineKind, number>> = {};
  for (const { counts } of parts) {
    for (const [kind, count] of Object.entries(counts ?? {}) as [TimelineKind, number][])
      sums[kind] = (sums[kind] ?? 0) + count;
  }
  return sums;
};
