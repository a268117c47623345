import { Injectable } from '@nestjs/common';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { JobQueue } from '@lectern/service-kit/jobs/job-queue';
import { Clock } from '@lectern/service-kit/time/clock';
import { deliverLetters } from './deliver-letters.contract.ts';
import type { LetterData, LetterTemplate } from './letter-template.ts';
import { LetterRepository } from './letter.repository.ts';

export interface NewLetter<T extends LetterTemplate> {
  /** The occasion. A second letter for it is never written. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly toName?: string;
  /** The account that it is about, where the occasion names one. */
  readonly userId?: string | null;
  /** Whether its recipient and contents are not kept once it was sent. */
  readonly eraseWhenSettled?: boolean;
  readonly data: LetterData<T>;
}

/** Puts a transactional letter into the ledger with whatever else the transaction does. It leaves after the commit. Idempotent by key; answers whether it is new. */
@Injectable()
export class WriteLetter {
  constructor(
    private readonly letters: LetterRepository,
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  async execute<T extends LetterTemplate>(tx: Transaction, template: T, letter: NewLetter<T>): Promise<boolean> {
    const isNew = await this.letters.add(tx, {
      dedupeKey: letter.dedupeKey,
      to: letter.to,
      toName: letter.toName ?? null,
      userId: letter.userId ?? null,
      eraseWhenSettled: letter.eraseWhenSettled ?? false,
      template: template.name,
      data: template.data.parse(letter.data),
      createdAt: this.clock.now(),
    });
    if (isNew) tx.afterCommit(() => this.jobs.wake(deliverLetters, {}, { key: 'new' }));
    return isNew;
  }
}
