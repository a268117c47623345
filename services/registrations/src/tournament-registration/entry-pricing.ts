import { Inject, Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { priceAt } from '@lectern/contracts/registrations/event-prices';
import type { Entrant } from '@lectern/contracts/registrations/rpc';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { BootcampRegistrationRepository } from '../bootcamp-registration/bootcamp-registration.repository.ts';
import { RegistrationsConfig } from '../config.ts';
import type { Event } from '../event/event.entity.ts';
import { MemberRepository } from '../member/member.repository.ts';
import type { Membership } from '../member/membership.entity.ts';
import { type EntrantTerms, type EntryPrice, entryPrice } from './entry-price.ts';
import type { TournamentRegistration } from './tournament-registration.entity.ts';
import { type NamedPerson, TournamentRegistrationRepository } from './tournament-registration.repository.ts';

/** The person of a priced entry; with the account only where the account has the entry's email. */
export type PricedPerson = NamedPerson & { readonly userId: string | null } & Partial<
    Pick<TournamentRegistration, 'claimMadeAt' | 'registeredAt'>
  >;

/** The person of an entry: with the signed-in account where the entry has its email. */
export const personOf = ({ email, member, firstName, lastName }: Omit<Entrant, 'eventId'>): PricedPerson => {
  const emailKey = keyOf(email);
  const isMember = member !== null && keyOf(member.email) === emailKey;
  return { userId: isMember ? member.id : null, emailKey, firstName, lastName };
};

/** The price of a tournament for a person, by their account's membership and bootcamp. */
@Injectable()
export class EntryPricing {
  constructor(
    private readonly registrations: TournamentRegistrationRepository,
    private readonly bootcamps: BootcampRegistrationRepository,
    private readonly members: MemberRepository,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /** The price of a tournament at an instant, on these terms. Nothing else decides a price. */
  quote(event: Event, { membershipEndsAt, ...held }: EntrantTerms, at: Date): EntryPrice {
    const isOver = membershipEndsAt !== null && event.datetime > membershipEndsAt;
    const terms = isOver ? { ...held, plan: null, subscriptionId: null } : held;
    return entryPrice({ price: priceAt(event, at), memberPrice: this.config.TOURNAMENT_MEMBER_PRICE, ...terms });
  }

  /** The terms of this person, which hold for every tournament. */
  async termsOf(tx: Transaction | null, entrant: Omit<Entrant, 'eventId'>): Promise<EntrantTerms> {
    return this.termsFor(tx, personOf(entrant));
  }

  /**
   * As {@link termsOf}, for one tournament. A membership is one person's: of its account's entries to a tournament, which share a
   * mailbox, the first gets its price.
   */
  async termsIn(
    tx: Transaction | null,
    event: Event,
    person: PricedPerson & { readonly id?: string },
  ): Promise<EntrantTerms> {
    const terms = await this.termsFor(tx, person);
    if (
      terms.plan === null ||
      person.userId === null ||
      !(await this.registrations.hasReduced(tx, event, person.userId, person.id ?? null))
    )
      return terms;
    return { ...terms, plan: null, subscriptionId: null };
  }

  private async termsFor(tx: Transaction | null, person: PricedPerson): Promise<EntrantTerms> {
    const { userId } = person;
    if (userId === null || !(await this.isByHolder(tx, userId, person)))
      return { plan: null, subscriptionId: null, membershipEndsAt: null, bootcampRegistrationId: null };
    const membership = await this.pricingMembership(tx, userId, person);
    return {
      plan: membership?.plan ?? null,
      subscriptionId: membership?.subscriptionId ?? null,
      membershipEndsAt: membership?.endsAt ?? null,
      bootcampRegistrationId: await this.bootcamps.findWithFreeEntry(tx, userId, person),
    };
  }

  /**
   * A membership prices entries in its holder's own name. While the account's name has not arrived, every name is taken for its
   * holder's.
   */
  private async pricingMembership(
    tx: Transaction | null,
    userId: string,
    { firstName, lastName }: Pick<PricedPerson, 'firstName' | 'lastName'>,
  ): Promise<Membership | null> {
    const belongsToAnother =
      (await this.members.findAccount(tx, userId)) !== null &&
      !(await this.members.isNamed(tx, userId, firstName, lastName));
    return belongsToAnother ? null : this.members.openMembershipOf(tx, userId);
  }

  /**
   * Whether an account's membership or bootcamp prices no entry of this person, who therefore pays for one, because the entry is
   * in another name.
   */
  async isUnpricedFor(
    tx: Transaction,
    userId: string,
    person: Pick<PricedPerson, 'firstName' | 'lastName'>,
  ): Promise<boolean> {
    const isMembersOther =
      (await this.members.openMembershipOf(tx, userId)) !== null &&
      (await this.pricingMembership(tx, userId, person)) === null;
    return isMembersOther || (await this.bootcamps.findWithFreeEntry(tx, userId, null)) !== null;
  }

  /**
   * Whether the account's holder made an entry: with the account's token, or under the account's name before the holder verified
   * the mailbox. An entry that anybody typed later, without the token, uses up nothing of the account's.
   */
  private async isByHolder(
    tx: Transaction | null,
    userId: string,
    { claimMadeAt = null, registeredAt, firstName, lastName }: PricedPerson,
  ): Promise<boolean> {
    if (claimMadeAt === null) return true;
    const verifiedAt = (await this.members.findAccount(tx, userId))?.emailVerifiedAt;
    return (
      verifiedAt != null && verifiedAt >= registeredAt! && (await this.members.isNamed(tx, userId, firstName, lastName))
    );
  }
}
