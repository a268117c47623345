import { Inject, Injectable } from '@nestjs/common';
import { MessagingConfig } from '../config.ts';
import { accentsOf } from '../email/accents.ts';
import type { EmailSite } from '../email/email-template.ts';
import { renderEmail } from '../email/email-templates.ts';

/** Renders the subjects of emails from their data. */
@Injectable()
export class EmailSubjects {
  /** Subjects contain dates and the association's name, but no links; the URL is for calendar files, which some emails have. */
  private readonly site: EmailSite;

  constructor(@Inject(MessagingConfig) config: MessagingConfig) {
    const timeZone = config.ASSOCIATION_TIME_ZONE;
    this.site = {
      url: config.PUBLIC_URL,
      associationName: config.ASSOCIATION_NAME,
      accents: accentsOf(config),
      timeZone,
      zoomUrl: '',
      postalAddress: null,
      unsubscribeUrl: () => '',
    };
  }

  /** Null for an email whose template or contents are gone. */
  of(template: string, contents: unknown): string | null {
    try {
      return renderEmail(template, contents, this.site, 'link').subject;
    } catch {
      return null;
    }
  }
}
