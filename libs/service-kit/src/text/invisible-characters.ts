/*
 * Characters that show nothing. With them, two names or tags look the same and are two, a search does not find what is on the screen, and a
 * text turns the words after it. People do not type them: they come along when a text is pasted.
 */

/** Separate words or lines in no script that a form takes: zero width spaces, joiners of words, soft hyphens, and operators. */
const NEVER_NEEDED = /[\u00ad\u200b\u2060-\u2065\u206a-\u206f\ufeff]/;
/** Turn the text after them until another one ends it. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const TURN = /[\u202a-\u202e\u2066-\u2069]/;
const MARK_OF_DIRECTION = /[\u061c\u200e\u200f]/;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Joiners and selectors shape words of Arabic and Indic scripts, but none of these scripts. */
const AFTER_SHAPED_SCRIPT =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{Script=Common}\p{DI}])[\p{L}\p{M}]\p{DI}?$/u;
/** `👩‍⚖️`, `❤️`, `1️⃣` and the flag of Scotland are sequences of several characters. */
const AFTER_EMOJI = /\p{Emoji}$/u;
const AFTER_PICTURE = /\p{Extended_Pictographic}[\p{DI}\p{Emoji_Modifier}]*$/u;
const BEFORE_PICTURE = /^\p{Extended_Pictographic}/u;
const AFTER_FLAG = /\u{1f3f4}[\u{e0020}-\u{e007e}]*$/u;
/** `e` and its accent are two characters on some devices; more than one or two accents are no word. */
const WITH_MARKS = /\P{M}\p{M}{1,4}/gu;
/** Of the text around a character; longer than any such sequence. */
const AROUND = 16;

const isNeeded = (character: string, before: string, after: string): boolean => {
  if (NEVER_NEEDED.test(character)) return false;
  if (AFTER_SHAPED_SCRIPT.test(before)) return true;
  if (character === '\u200d') return AFTER_PICTURE.test(before) && BEFORE_PICTURE.test(after);
  if (character === '\ufe0f' || character === '\ufe0e') return AFTER_EMOJI.test(before);
  return AFTER_FLAG.test(before);
};

/**
 * The text without characters that show nothing, each accent in one character with its base. Keeps those that join characters of a word or
 * an emoji, marks of direction in a text with a script that runs to the left, and characters that turn a text: one line of text refuses
 * these. A text of nothing else stays as it is, for its field to refuse.
 */
export const withoutInvisible = (text: string): string => {
  let isRightToLeft: boolean | undefined;
  const shown = text.replaceAll(/\p{DI}/gu, (character: string, at: number) => {
    if (TURN.test(character)) return character;
    if (MARK_OF_DIRECTION.test(character) && (isRightToLeft ??= RIGHT_TO_LEFT.test(text))) return character;
    const end = at + character.length;
    return isNeeded(character, text.slice(Math.max(0, at - AROUND), at), text.slice(end, end + AROUND))
      ? character
      : '';
  });
  return shown.trim() === '' ? text : shown.replaceAll(WITH_MARKS, (written) => written.normalize('NFC'));
};

/** The text without characters that turn the text after them. */
export const withoutTurns = (text: string): string => text.replaceAll(TURNS, '');

/** Deeper than any body of a contract; a body may come with any depth before it is checked. */
const DEPTH_MAX = 12;
/** A password is hashed as it was typed, and values that a form has seen are compared with the stored ones. */
const AS_SENT = /password|^seen$/i;

/** Changes all texts in a value of JSON, except passwords and the values that a form has `seen`. */
export const mapTexts = (value: unknown, change: (text: string) => string, depth = 0): unknown => {
  if (typeof value === 'string') return change(value);
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => mapTexts(part, change, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, AS_SENT.test(name) ? part : mapTexts(part, change, depth + 1)]),
  );
};
