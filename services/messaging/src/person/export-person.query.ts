import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exportPerson as contract } from '@lectern/contracts/messaging/rpc';
import type { Person, PersonData } from '@lectern/contracts/person-data';
import { exportPerson } from '@lectern/service-kit/person/export-person';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { PERSONAL_DATA, EMAIL_DATA } from './personal-data.ts';
import { EmailSubjects } from './email-subjects.ts';

/** The data about a person for the export. Of an email it contains the subject, not the contents, which hold links. */
@Injectable()
export class ExportPerson {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly subjects: EmailSubjects,
  ) {}

  @Handles(contract)
  async execute(person: Person): Promise<PersonData> {
    const [data, subjectOf] = await Promise.all([
      exportPerson(this.dataSource, PERSONAL_DATA, person),
      this.subjects.reader(),
    ]);
    const emails = (data['emails'] ?? []).map(({ [EMAIL_DATA]: contents, ...message }) => ({
      ...message,
      subject: typeof message['kind'] === 'string' ? subjectOf(message['kind'], contents) : message['subject'],
    }));
    return { ...data, emails };
  }
}
