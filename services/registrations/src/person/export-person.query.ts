import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Person, PersonData } from '@lectern/contracts/person-data';
import { exportPerson as contract } from '@lectern/contracts/registrations/rpc';
import { exportPerson } from '@lectern/service-kit/person/export-person';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { PERSONAL_DATA } from './personal-data.ts';

/** A person's data in this service. */
@Injectable()
export class ExportPerson {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  @Handles(contract)
  async execute(person: Person): Promise<PersonData> {
    return exportPerson(this.dataSource, PERSONAL_DATA, person);
  }
}
