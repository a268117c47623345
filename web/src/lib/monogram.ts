/** Up to two initials: of the first and the last word of a name. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words;
  return picked.map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase('en-US') ?? '').join('');
};

const hash = (text: string): number => {
  let value = 2_166_136_261;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  return value;
};

/** Two pen strokes under the letters, always the same for the same name. */
export const strokesOf = (name: string): { aff: string; neg: string } => {
  const seed = hash(name.trim().toLowerCase());
  const at = (shift: number, from: number, span: number) => from + ((seed >>> shift) % span);
  return {
    aff: `M7 ${at(0, 31, 4)} L${at(4, 18, 8)} ${at(8, 31, 4)}`,
    neg: `M${at(12, 18, 8)} ${at(16, 36, 3)} L37 ${at(20, 35, 4)}`,
  };
};
