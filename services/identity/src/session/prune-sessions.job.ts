import { Injectable } from '@nestjs/common';
import { job } from '@lectern/service-kit/jobs/job';
import { HandlesJob } from '@lectern/service-kit/jobs/job-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { EndedSessionRepository } from '../ended-session/ended-session.repository.ts';
import { SessionRepository } from './session.repository.ts';

export const pruneSessions = job({ service: 'identity', name: 'prune-sessions', everySeconds: 6 * 3_600 });

@Injectable()
export class PruneSessions {
  constructor(
    private readonly ended: EndedSessionRepository,
    private readonly sessions: SessionRepository,
    private readonly clock: Clock,
  ) {}

  @HandlesJob(pruneSessions)
  async run(): Promise<void> {
    const now = this.clock.now();
    await this.ended.prune(now);
    await this.sessions.prune(now);
  }
}
