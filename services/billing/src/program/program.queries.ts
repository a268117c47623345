import { Injectable } from '@nestjs/common';
import type { Program as ProgramAnswer } from '@lectern/contracts/billing/model';
import { listPrograms } from '@lectern/contracts/billing/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { ProgramRepository } from './program.repository.ts';

@Injectable()
export class ProgramQueries {
  constructor(private readonly programs: ProgramRepository) {}

  @Handles(listPrograms)
  async list(): Promise<ProgramAnswer[]> {
    return this.programs.active();
  }
}
