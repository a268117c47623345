import type { ModuleMetadata } from '@nestjs/common';
import { DeliverLettersJob } from './letter/deliver-letters.job.ts';
import { DeliverLetters } from './letter/deliver-letters.use-case.ts';
import { LetterRepository } from './letter/letter.repository.ts';
import { SendGridMailer } from './sendgrid/sendgrid-mailer.ts';

export const messagingWorkerModule: ModuleMetadata = {
  providers: [LetterRepository, SendGridMailer, DeliverLetters, DeliverLettersJob],
};
