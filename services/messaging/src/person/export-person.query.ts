import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Person, PersonData } from '@lectern/contracts/person-data';
import { exportPerson } from '@lectern/service-kit/person/export-person';
import { KEPT_OF_PERSONS, LETTER_DATA } from './kept-of-persons.ts';
import { LetterSubjects } from './letter-subjects.ts';

/** What is kept of a person here. Of a letter its subject is told and not its contents, which hold links. */
@Injectable()
export class ExportPerson {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly subjects: LetterSubjects,
  ) {}

  async execute(person: Person): Promise<PersonData> {
    const data = await exportPerson(this.dataSource, KEPT_OF_PERSONS, person);
    const letters = (data['letters'] ?? []).map(({ [LETTER_DATA]: contents, ...letter }) => ({
      ...letter,
      subject: this.subjects.of(String(letter['kind']), contents),
    }));
    return { ...data, letters };
  }
}
