import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IsString, Matches } from 'class-validator';
import { ASSOCIATION } from '@lectern/contracts/association';
import { DatabaseProcessConfig } from '@lectern/service-kit/config/process-config';

export class ContentConfig extends DatabaseProcessConfig {
  /** The association's texts as their build leaves them; those of the repository or the image unless set. */
  @IsString()
  readonly EDITORIAL_ROOT: string = fileURLToPath(new URL('../../../editorial/dist', import.meta.url));

  /** Whose team signs articles that name no author. */
  @Matches(/\S/, { message: 'ASSOCIATION_NAME must be a name' })
  readonly ASSOCIATION_NAME: string = ASSOCIATION.ASSOCIATION_NAME;

  override problems(): string[] {
    const problems = super.problems();
    if (!existsSync(join(this.EDITORIAL_ROOT, 'editorial.json'))) {
      problems.push('EDITORIAL_ROOT must be the folder of the built texts: run "npx nx run editorial:build"');
    }
    return problems;
  }
}
