import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exportPerson as contract } from '@lectern/contracts/billing/rpc';
import type { Person, PersonData } from '@lectern/contracts/person-data';
import { exportPerson } from '@lectern/service-kit/person/export-person';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { PERSONAL_DATA } from './personal-data.ts';

/** Exports the data that billing keeps of a person. */
@Injectable()
export class ExportPerson {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Handles(contract)
  async execute(person: Person): Promise<PersonData> {
    return exportPerson(this.dataSource, PERSONAL_DATA, person);
  }
}
