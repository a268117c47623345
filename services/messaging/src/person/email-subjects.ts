import { Inject, Injectable } from '@nestjs/common';
import { MessagingConfig } from '../config.ts';
import type { EmailSite } from '../email/email-template.ts';
import { renderEmail } from '../email/email-templates.ts';

/** Subjects of emails, made again of what they were made of. */
@Injectable()
export class EmailSubjects {
  /** Subjects tell days, and neither name the site nor lead anywhere; calendar files, which some emails carry, have its address. */
  private readonly site: EmailSite;

  constructor(@Inject(MessagingConfig) config: MessagingConfig) {
    const timeZone = config.ASSOCIATION_TIME_ZONE;
    this.site = {
      url: config.PUBLIC_URL,
      associationName: '',
      timeZone,
      zoomUrl: '',
      postalAddress: null,
      unsubscribeUrl: () => '',
    };
  }

  /** Missing for an email whose kind is gone, or whose contents are. */
  of(template: string, contents: unknown): string | null {
    try {
      return renderEmail(template, contents, this.site, 'link').subject;
    } catch {
      return null;
    }
  }
}
