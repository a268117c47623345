import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Person, PersonData } from '@lectern/contracts/person-data';
import { exportPerson } from '@lectern/service-kit/person/export-person';
import { KEPT_OF_PERSONS } from './kept-of-persons.ts';

/** Exports the data that billing keeps of a person. */
@Injectable()
export class ExportPerson {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async execute(person: Person): Promise<PersonData> {
    return exportPerson(this.dataSource, KEPT_OF_PERSONS, person);
  }
}
