import { Injectable } from '@nestjs/common';
import { fieldErrors } from '@lectern/contracts/errors';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { IMPORT_FIELDS } from '@lectern/contracts/list-import';
import { memberForm } from '@lectern/contracts/registrations/http';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { ImportTarget } from '@lectern/service-kit/list-import/list-imports';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Clock } from '@lectern/service-kit/time/clock';
import { publishClaims } from '../claim/publish-claims.job.ts';
import { DebateClubRegistration } from '../debate-club-registration/debate-club-registration.entity.ts';
import { DebateClubRegistrationRepository } from '../debate-club-registration/debate-club-registration.repository.ts';

type Row = Omit<DebateClubRegistration, 'id'>;

/**
 * Imports debate club registrations from a file, by the same rules as rows that an administrator adds one by one. They give no
 * access and belong to no account and no subscription.
 */
@Injectable()
export class DebateClubImport implements ImportTarget<Row> {
  readonly fields = IMPORT_FIELDS['debate-club'];

  constructor(
    private readonly registrations: DebateClubRegistrationRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  read(values: Readonly<Record<string, string>>): { row: Row } | { problem: string } {
    // A form omits empty fields.
    const form = memberForm.safeParse(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')));
    if (!form.success) return { problem: this.problemOf(fieldErrors(form.error)) };
    const {
      email,
      firstName,
      lastName,
      phone,
      division,
      billingCycle,
      experienceLevel,
      goals,
      referralSource,
      status,
    } = form.data;
    return {
      row: {
        email,
        emailKey: keyOf(email),
        firstName,
        lastName,
        phone: phone ?? null,
        division,
        billingCycle,
        status,
        goals: goals ?? null,
        experienceLevel: experienceLevel ?? null,
        referralSource: referralSource ?? null,
        referralCode: null,
        userId: null,
        billingStartDate: null,
        stripeCustomerId: null,
        stripeSubscriptionId: null,
        registeredAt: this.clock.now(),
        hiddenAt: null,
        claimMadeAt: null,
        replacedBy: null,
        suspendedStatus: null,
      },
    };
  }

  async refusals(tx: Transaction, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
    const taken = await this.registrations.takenAmong(tx, rows);
    return new Map(taken.map((emailKey) => [emailKey, 'This email has a debate club registration already']));
  }

  async lock(tx: Transaction): Promise<void> {
    await this.registrations.lockAdding(tx);
  }

  async add(tx: Transaction, rows: readonly Row[]): Promise<void> {
    await this.registrations.insert(tx, rows);
    // As early as for a single row: otherwise the registration of a new member lacks staff's notes for minutes.
    tx.afterCommit(() => this.jobs.wake(publishClaims, {}, { key: 'wake' }));
  }

  /** "Valid email is required. First name: Please enter a name without a link": each problem names its field once. */
  private problemOf(problems: Readonly<Record<string, string>>): string {
    const labels = new Map<string, string>(this.fields.map(({ name, label }) => [name, label]));
    return Object.entries(problems)
      .map(([name, problem]) => {
        const label = labels.get(name) ?? name;
        return problem.toLowerCase().includes(label.toLowerCase()) ? problem : `${label}: ${problem}`;
      })
      .join('. ');
  }
}
