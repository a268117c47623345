import { describe, expect, it } from 'vitest';
import { typographic } from './typographic.ts';

describe('typographic marks', () => {
  it.each([
    [`"Yes," she said, "it's mine."`, '“Yes,” she said, “it’s mine.”'],
    ["the parents' house", 'the parents’ house'],
    ['*"quoted"* and "*stressed*" and "**bold**".', '*“quoted”* and “*stressed*” and “**bold**”.'],
    ['> "They say', '> “They say'],
    ['| "a" | "b" |', '| “a” | “b” |'],
    ['("in brackets")', '(“in brackets”)'],
    ['"We say \'yes\' here"', '“We say ‘yes’ here”'],
    ['“already set”', '“already set”'],
    ["don't", 'don’t'],
  ])('%s', (written, set) => {
    expect(typographic(written)).toBe(set);
  });
});
