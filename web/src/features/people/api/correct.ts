import type { KnownRegistration } from '@lectern/contracts/person-timeline';
import {
  correctMember,
  correctRegistration,
  getPersonTimeline,
  type KnownPerson,
  type registrationDetails,
} from '@lectern/contracts/system/people-http';
import type * as z from 'zod/mini';
import { type EditOutcome, saveOrLearn } from '../../../components/console/edit-outcome.ts';
import { callAdmin } from '../../../lib/call-admin.ts';

/** The fields of an account or a registration that staff can correct. */
export type Correctable = z.output<typeof registrationDetails>;

type Account = NonNullable<KnownPerson['account']>;

/** An account or a registration with its values, and how they are corrected. */
export interface Target {
  /** Unique among accounts and registrations. */
  readonly id: string;
  readonly values: Correctable;
  /** Saves an edit that began from `seen`. On a conflict it saves nothing and answers the values of now. */
  readonly save: (wanted: Correctable, seen: Correctable) => Promise<EditOutcome<Correctable, { message: string }>>;
}

/** Reads the person again, and throws where what was edited is gone. */
const current = async <T>(email: string, find: (person: KnownPerson) => T | null | undefined): Promise<T> => {
  const { person } = await callAdmin(getPersonTimeline, { query: { email } });
  const found = person === null ? null : find(person);
  if (found == null)
    throw new Error('It is no longer on this page. Somebody else deleted it or corrected its email. Reload the page.');
  return found;
};

const valuesOfAccount = ({ firstName, lastName, division }: Account): Correctable => ({
  firstName,
  lastName,
  division,
});

const valuesOf = ({ firstName, lastName, phone, division, email }: KnownRegistration): Correctable => ({
  email,
  firstName,
  lastName,
  phone: phone ?? undefined,
  division: division ?? undefined,
});

export const accountTarget = (account: Account): Target => {
  const named = ({ firstName, lastName, division = account.division }: Correctable) => ({
    firstName,
    lastName,
    division,
  });
  return {
    id: account.userId,
    values: valuesOfAccount(account),
    save: (wanted, seen) =>
      saveOrLearn(
        () =>
          callAdmin(correctMember, {
            params: { userId: account.userId },
            body: { ...named(wanted), seen: named(seen) },
          }),
        async () => valuesOfAccount(await current(account.email, (person) => person.account)),
      ),
  };
};

const nameOf = ({ event, list }: KnownRegistration): string =>
  event?.title ?? (list === 'debate_club' ? 'Debate Club' : list);

/** Gives other registrations the corrected name as well, and says which ones refused it. */
const renameToo = async (
  { firstName, lastName }: Correctable,
  namesakes: readonly KnownRegistration[],
): Promise<string> => {
  const refused: string[] = [];
  for (const other of namesakes) {
    const { email: _itsOwn, ...seen } = valuesOf(other);
    const params = { list: other.list, id: other.id };
    try {
      await callAdmin(correctRegistration, { params, body: { ...seen, firstName, lastName, seen } });
    } catch (error) {
      refused.push(`${nameOf(other)}: ${error instanceof Error ? error.message : 'not saved'}`);
    }
  }
  return refused.length === 0 ? '' : ` Not changed in ${refused.join('; ')}`;
};

/** `email`: of the person's page. `namesakes` get the same name. */
export const registrationTarget = (
  email: string,
  registration: KnownRegistration,
  namesakes: readonly KnownRegistration[],
): Target => {
  const { list, id } = registration;
  return {
    id: `${list}:${id}`,
    values: valuesOf(registration),
    save: async (wanted, seen) => {
      const outcome = await saveOrLearn(
        () => callAdmin(correctRegistration, { params: { list, id }, body: { ...wanted, seen } }),
        async () =>
          valuesOf(await current(email, ({ registrations }) => registrations.find((other) => other.id === id))),
      );
      if ('conflict' in outcome) return outcome;
      return { saved: { message: `${outcome.saved.message}${await renameToo(wanted, namesakes)}` } };
    },
  };
};
