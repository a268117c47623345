import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Person, PersonData } from '@lectern/contracts/person-data';
import { exportPerson } from '@lectern/service-kit/person/export-person';
import { MessagingConfig } from '../config.ts';
import { renderLetter } from '../letter/letter-templates.ts';
import type { LetterSite } from '../letter/letter-template.ts';
import { KEPT_OF_PERSONS, LETTER_DATA } from './kept-of-persons.ts';

/** What is kept of a person here. Of a letter its subject is told and not its contents, which hold links. */
@Injectable()
export class ExportPerson {
  /** Subjects tell days, and neither name the site nor lead anywhere. */
  private readonly site: LetterSite;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(MessagingConfig) config: MessagingConfig,
  ) {
    const timeZone = config.ASSOCIATION_TIME_ZONE;
    this.site = { url: '', associationName: '', timeZone, zoomUrl: '', postalAddress: null, unsubscribeUrl: () => '' };
  }

  async execute(person: Person): Promise<PersonData> {
    const data = await exportPerson(this.dataSource, KEPT_OF_PERSONS, person);
    const letters = (data['letters'] ?? []).map(({ [LETTER_DATA]: contents, ...letter }) => ({
      ...letter,
      subject: this.subjectOf(String(letter['kind']), contents),
    }));
    return { ...data, letters };
  }

  /** Missing for a letter whose kind is gone, or whose contents are. */
  private subjectOf(template: string, contents: unknown): string | null {
    try {
      return renderLetter(template, contents, this.site, 'link').subject;
    } catch {
      return null;
    }
  }
}
