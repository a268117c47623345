import { Injectable } from '@nestjs/common';
import { type ClubSchedule, SHIPPED_CLUB_SCHEDULE } from '@lectern/contracts/club-session';
import { type OfficeHoursSchedule, SHIPPED_OFFICE_HOURS } from '@lectern/contracts/office-hours';
import { PublishedTexts } from '@lectern/service-kit/association/published-texts';
import type { Transaction } from '@lectern/service-kit/database/transaction';

/** The weekly times that content published last; the shipped ones until then. */
@Injectable()
export class Schedules {
  constructor(private readonly texts: PublishedTexts) {}

  /** With its version, from 1. */
  async weeklySession(): Promise<{ readonly version: number; readonly schedule: ClubSchedule }> {
    const { weeklySession } = await this.texts.newest(['weeklySession']);
    return weeklySession === undefined
      ? { version: 1, schedule: SHIPPED_CLUB_SCHEDULE }
      : { version: weeklySession.version, schedule: weeklySession.value };
  }

  async officeHours(tx: Transaction | null): Promise<OfficeHoursSchedule> {
    const { officeHours } = await this.texts.newest(['officeHours'], tx);
    // A copy of an earlier release has no time zone.
    return { ...SHIPPED_OFFICE_HOURS, ...officeHours?.value };
  }
}
