import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TimelineRequest } from '@lectern/contracts/person-timeline';
import { readTimeline as contract } from '@lectern/contracts/registrations/rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { readTimeline } from '@lectern/service-kit/person/read-timeline';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { PersonRepository } from './person.repository.ts';
import { PERSONAL_DATA } from './personal-data.ts';

/** A person's registrations, for administrators. */
@Injectable()
export class ReadTimeline {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly persons: PersonRepository,
  ) {}

  @Handles(contract)
  async execute(request: TimelineRequest): Promise<RpcOutput<typeof contract>> {
    const isFirst = request.after === null;
    const [part, name, registrations, workshops] = await Promise.all([
      readTimeline(this.dataSource, PERSONAL_DATA, request),
      isFirst ? this.persons.lastNameGiven(request.emailKey) : null,
      isFirst ? this.persons.registrationsOf(request.emailKey, request.userId) : [],
      isFirst && request.userId !== null ? this.persons.workshopSignUpsOf(request.userId) : [],
    ]);
    return { ...part, name, registrations, workshops };
  }
}
