import { Inject, Injectable } from '@nestjs/common';
import { emailKey as keyOf } from '@lectern/contracts/fields';
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

/** Whose entry is priced; with the account only where it has the entry's email address. */
export type PricedPerson = NamedPerson & { readonly userId: string | null } & Partial<
    Pick<TournamentRegistration, 'claimedAt' | 'registeredAt'>
  >;

/** Who enters: for the account that is signed in, if the entry has its email address. */
export const personOf = ({ email, member, firstName, lastName }: Omit<Entrant, 'eventId'>): PricedPerson => {
  const emailKey = keyOf(email);
  const isMember = member !== null && keyOf(member.email) === emailKey;
  return { userId: isMember ? member.id : null, emailKey, firstName, lastName };
};

/** What a tournament costs a person, by what their account has. */
@Injectable()
export class EntryPricing {
  constructor(
    private readonly registrations: TournamentRegistrationRepository,
    private readonly bootcamps: BootcampRegistrationRepository,
    private readonly members: MemberRepository,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  /** The price of a tournament on these terms. The one place where it is decided. */
  quote(event: Event, { membershipEndsAt, ...held }: EntrantTerms): EntryPrice {
    const isOver = membershipEndsAt !== null && event.datetime > membershipEndsAt;
    const terms = isOver ? { ...held, plan: null, subscriptionId: null } : held;
    return entryPrice({ price: event.price, memberPrice: this.config.TOURNAMENT_MEMBER_PRICE, ...terms });
  }

  /** What this person brings along that decides their price for any tournament. */
  async termsOf(tx: Transaction | null, entrant: Omit<Entrant, 'eventId'>): Promise<EntrantTerms> {
    return this.termsFor(tx, personOf(entrant));
  }

  /** As {@link termsOf}, for one tournament. A membership is one person's: of several entries of its account to one tournament, which share a mailbox, the first has its price. */
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

  /** A membership prices what its holder enters in their own name. An account whose name has not arrived yet is taken for its holder's. */
  private async pricingMembership(
    tx: Transaction | null,
    userId: string,
    { firstName, lastName }: Pick<PricedPerson, 'firstName' | 'lastName'>,
  ): Promise<Membership | null> {
    const isOthers =
      (await this.members.findAccount(tx, userId)) !== null &&
      !(await this.members.isNamed(tx, userId, firstName, lastName));
    return isOthers ? null : this.members.openMembershipOf(tx, userId);
  }

  /**
   * Whether an account has a membership or a bootcamp's entry which prices no entry of this person, who pays for one, because it is in another
   * name.
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
   * Whether an entry is the act of its account's holder: it was made with the account's token, or under the account's name before the holder
   * verified the mailbox. An entry that anybody typed later, without the token, spends nothing of what the account has.
   */
  private async isByHolder(
    tx: Transaction | null,
    userId: string,
    { claimedAt = null, registeredAt, firstName, lastName }: PricedPerson,
  ): Promise<boolean> {
    if (claimedAt === null) return true;
    const verifiedAt = (await this.members.findAccount(tx, userId))?.emailVerifiedAt;
    return (
      verifiedAt != null && verifiedAt >= registeredAt! && (await this.members.isNamed(tx, userId, firstName, lastName))
    );
  }
}
