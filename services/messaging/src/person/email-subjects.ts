import { Inject, Injectable } from '@nestjs/common';
import { Association } from '@lectern/service-kit/association/association';
import { MessagingConfig } from '../config.ts';
import { emailSite } from '../email/email-site.ts';
import { renderEmail } from '../email/email-templates.ts';

/** The subject of an email by its template and data. Null for an email whose template or contents are gone. */
export type SubjectOf = (template: string, contents: unknown) => string | null;

/** Renders the subjects of emails from their data. */
@Injectable()
export class EmailSubjects {
  constructor(
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
    private readonly association: Association,
  ) {}

  /** Subjects contain dates and the association's name, as they are now. */
  async reader(): Promise<SubjectOf> {
    const site = emailSite(this.config, await this.association.current());
    return (template, contents) => {
      try {
        return renderEmail(template, contents, site, 'link').subject;
      } catch {
        return null;
      }
    };
  }
}
