import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { wordFindings } from './words.ts';

/** Prints every word of the repository's files that `words.ts` refuses, with the word to use; ends with 1 where there is any. */
const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1e8 }).split('\0').filter(Boolean);
const wanted = process.argv.slice(2);
let count = 0;
for (const file of files.filter((path) => wanted.length === 0 || wanted.some((start) => path.startsWith(start)))) {
  for (const { line, rule, text } of wordFindings(file, readFileSync(file, 'utf8'))) {
    count += 1;
    console.error(`${file}:${line} "${rule.name}" → ${rule.use}: ${text.slice(0, 220)}`);
  }
}
if (count > 0) console.error(`\n${count} refused words; tools/src/checks/words.ts lists them.`);
process.exitCode = count > 0 ? 1 : 0;
