import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import type { Page } from '@lectern/contracts/page';
import { countUpToLimit, type PageRequest, readPage } from '@lectern/service-kit/paging/list-page';
import { RegistrationCountRepository } from '../registration-count/registration-count.repository.ts';
import { TournamentRegistration } from './tournament-registration.entity.ts';

export interface TournamentFilter {
  readonly paymentStatus: TournamentRegistration['paymentStatus'] | null;
  /** A pattern of `searchPattern`. */
  readonly search: string | null;
}

/** To the letter what `tournament_registrations_search` indexes. */
const SEARCHED = `lower(' ' || registration.firstName || ' ' || registration.lastName || ' ' || registration.email)`;

@Injectable()
export class TournamentRegistrationRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly counts: RegistrationCountRepository,
  ) {}

  /** A page of them, with how many the filter matches (a search counts up to a limit). */
  async page(filter: TournamentFilter, request: PageRequest<TournamentRegistration>): Promise<Page<TournamentRegistration>> {
    const [page, total] = await Promise.all([readPage(this.matching(filter), request), this.total(filter)]);
    return { ...page, total };
  }

  private async total(filter: TournamentFilter): Promise<number> {
    return filter.search === null
      ? this.counts.count('tournament', filter.paymentStatus ?? undefined)
      : countUpToLimit(this.matching(filter));
  }

  private matching(filter: TournamentFilter): SelectQueryBuilder<TournamentRegistration> {
    const rows = this.dataSource.getRepository(TournamentRegistration).createQueryBuilder('registration');
    if (filter.paymentStatus !== null) rows.andWhere('registration.paymentStatus = :status', { status: filter.paymentStatus });
    if (filter.search !== null) rows.andWhere(`${SEARCHED} LIKE :search`, { search: filter.search });
    return rows;
  }
}
