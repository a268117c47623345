// `npm run licences`: writes docs/licences.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceComplaints, licencesPage } from './licences.ts';
import { packagesHere, ROOT } from './of-this-repository.ts';

const packages = packagesHere();
writeFileSync(join(ROOT, 'docs/licences.md'), licencesPage(packages));
const complaints = licenceComplaints(packages);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
