import { Inject, Injectable } from '@nestjs/common';
import { MessagingConfig } from '../config.ts';
import type { LetterSite } from '../letter/letter-template.ts';
import { renderLetter } from '../letter/letter-templates.ts';

/** Subjects of letters, made again of what they were made of. */
@Injectable()
export class LetterSubjects {
  /** Subjects tell days, and neither name the site nor lead anywhere; calendar files, which some letters carry, have its address. */
  private readonly site: LetterSite;

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

  /** Missing for a letter whose kind is gone, or whose contents are. */
  of(template: string, contents: unknown): string | null {
    try {
      return renderLetter(template, contents, this.site, 'link').subject;
    } catch {
      return null;
    }
  }
}
