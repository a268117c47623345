// `npm run licenses`: writes docs/licenses.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenseComplaints, licensesPage } from './licenses.ts';
import { packagesHere, ROOT } from './of-this-repository.ts';

const packages = packagesHere();
writeFileSync(join(ROOT, 'docs/licenses.md'), licensesPage(packages));
const complaints = licenseComplaints(packages);
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
