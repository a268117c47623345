import { describe, expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { groupsOf, TIPS } from './practice-topics.ts';

const PRACTICE_TOPICS = groupsOf(SHIPPED_SITE_TEXTS.practiceTopics);

const statements = PRACTICE_TOPICS.flatMap((group) => [...group.statements]);
const wordsOf = (text: string) => text.split(/\s+/u).filter(Boolean);

describe('the practice topics that come with the site', () => {
  it('are sixty in twenty groups of three, numbered from 1', () => {
    expect(PRACTICE_TOPICS.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_group, index) => index + 1));
    expect(PRACTICE_TOPICS.map((group) => group.statements.length)).toEqual(Array.from({ length: 20 }, () => 3));
    expect(statements).toHaveLength(60);
  });

  it('are all different', () => {
    const plain = statements.map((text) => text.toLowerCase().replaceAll(/[^a-z ]/g, ''));
    expect(new Set(plain).size).toBe(plain.length);
  });

  it.each(statements)('hold one sentence of a length that one can say: %s', (text) => {
    expect(text).toMatch(/^[A-Z][^.?!]*\.$/);
    expect(text).not.toMatch(/\s{2}|^\s|\s$|'/);
    expect(wordsOf(text).length).toBeGreaterThanOrEqual(6);
    expect(wordsOf(text).length).toBeLessThanOrEqual(25);
  });

  it('name no year, so that they do not grow old', () => {
    expect(statements.filter((text) => /\d{4}/.test(text))).toEqual([]);
  });

  it('come with the four tips, and the guideline of two minutes', () => {
    expect(TIPS.map(({ name }) => name)).toEqual(['Striking topics', 'Quick prep', 'Research', 'Practice rounds']);
    expect(TIPS[1].text).toContain('no more than two minutes to find two or three arguments for each side');
  });
});
