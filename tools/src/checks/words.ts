/** A word or phrase that the project does not use, and what it says instead. */
export interface WordRule {
  readonly name: string;
  readonly use: string;
  /** Found in a line in lower case whose identifiers are split into words: `emailLetters` and `email-letters` read `email letters`. */
  readonly words?: RegExp;
  /** Found in a line as it is written; for rules about how a sentence begins. */
  readonly written?: RegExp;
  /** Other senses of the same letters; they are taken out of the line before it is searched. */
  readonly unless?: RegExp;
}

/** Where a rule does not hold. */
export interface WordException {
  readonly files: RegExp;
  /** Names of rules; every rule without. */
  readonly rules?: readonly string[];
  readonly because: string;
}

/** Before a sentence: the beginning of a comment, a string or a text, or the end of the sentence before it. */
const SENTENCE = String.raw`(?:^\s*(?:\/\*\*?|\/\/|\*|#|--|[->*])?\s*|[.!?:] |\/\*\*? |\/\/ |# |-- |['"\`>]\s*|\| )`;

export const WORD_RULES: readonly WordRule[] = [
  {
    name: 'letter',
    use: 'email',
    words: /\bletters?\b/,
    unless:
      /letter (?:case|spacing)|first letter|small letters|at least two letters|how many letters|letters(?:,| and) digits|own letters|letters (?:that|of|alone|in)|of a letter/g,
  },
  { name: 'fact', use: 'event, or details', words: /\bfacts?\b/, unless: /\bin fact\b/g },
  {
    name: 'tell',
    use: 'publish, notify, report, show or say',
    words: /\b(?:tell|tells|telling|told|untold)\b/,
    unless:
      /\btell (?:us|your|a friend|friends|them apart|apart|the two apart)\b|\btells? \w+(?: \w+)? apart\b|\btold apart\b/g,
  },
  {
    name: 'hear',
    use: 'receive, read or learn',
    words: /\b(?:hears?|heard|unheard|hearing)\b/,
    unless: /\bhears? (?:from|about|yourself|a speech)\b|\bheard (?:about|from)\b|\bbe heard\b|\bhear you\b/g,
  },
  { name: 'deed', use: 'action', words: /\bdeeds?\b/ },
  { name: 'at once', use: 'immediately, together or in the same request', words: /\bat once\b/ },
  {
    name: 'whoever',
    use: 'the person, visitor, member, caller or recipient',
    words: /\b(?:whoever|whomever|whosever|whom)\b/,
  },
  {
    name: 'who as a subject',
    use: 'the person, member or caller who does it',
    written: new RegExp(`${SENTENCE}(?:Who|Whose) (?!.*\\?)\\w`),
  },
  {
    name: 'who as a noun',
    use: 'the person, member or caller who',
    words:
      /\b(?:to|for|of|from|by|with|and|or|but|than|as|that|where|if|while|not|after|before|until) who\b(?! (?:is|are|was|were|may|can) \w+\?)/,
  },
  { name: 'what as a subject', use: 'the name of the thing', written: new RegExp(`${SENTENCE}What (?!.*\\?)\\w`) },
  {
    name: 'somebody who',
    use: 'a person, member, visitor or caller who',
    words: /\b(?:somebody|anybody|everybody|someone|anyone) who(?:se)?\b/,
  },
  { name: 'nobody’s', use: 'none, or of no account', words: /\bnobody['’]s\b/ },
  { name: 'many a', use: 'many or several', words: /\bmany an?\b/ },
  {
    name: 'standing',
    use: 'status or state',
    words: /\bstandings?\b/,
    unless: /\blong standing\b|\bstanding (?:up|there|still|orders?)\b/g,
  },
  { name: 'figures', use: 'analytics, metrics or numbers', words: /\bfigures\b/ },
  { name: 'waiting list', use: 'waitlist', words: /\bwaiting lists?\b/ },
  { name: 'held answers', use: 'response cache', words: /\b(?:held|holds?|kept) answers?\b/ },
  { name: 'written ahead', use: 'prerendered', words: /\bwritten ahead\b|\bahead of time\b/ },
  { name: 'living page', use: 'rendered page', words: /\bliving (?:pages?|ones?)\b/ },
  {
    name: 'double',
    use: 'emulator',
    words: /\b(?:sandbox|stripe|sendgrid|zoom|providers?|local|mail)(?: s|['’]s?)? doubles?\b|\bdoubles? of\b/,
  },
  { name: 'moves', use: 'transitions', words: /\btables? of moves\b|\w (?:status|state) moves\b/ },
  { name: 'books', use: 'records or ledger', words: /\bbooks\b/, unless: /\bhand ?books\b/g },
  { name: 'desk', use: 'editor or console', words: /\bdesk\b/ },
  { name: 'take back', use: 'revert, withdraw or refund', words: /\b(?:take|takes|taken|took|taking) back\b/ },
  { name: 'put right', use: 'reconcile, correct or repair', words: /\b(?:put|puts|putting|puts) right\b/ },
  { name: 'anew', use: 'again', words: /\banew\b/ },
  { name: 'by hand', use: 'manually', words: /\bby hand\b/ },
  {
    name: 'look',
    use: 'check, read, request or poll',
    words: /\b(?:a|an|the|each|every|first|last|next|one|another) looks?\b(?! (?:like|of))/,
  },
  {
    name: 'british spelling',
    use: 'American spelling: license, color, behavior, center, practice, -ize',
    words:
      /\b(?:licences?|colou(?:r|rs|red|ring)|behaviours?|centres?|practis(?:e|es|ed|ing)|programmes?|neighbours?|favours?|honours?|catalogues?|fulfil|(?:anonym|author|organ|recogn|personal|summar|initial|normal|serial|synchron|minim|real)is(?:e|es|ed|er|ing|ation|ations))\b/,
  },
  { name: 'bootcamp place', use: 'bootcamp seat', words: /\bbootcamp places?\b/ },
];

/** In lower case, with every identifier split at its capitals, dashes and underscores. */
const asWords = (line: string): string =>
  line
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll(/(?<=\w)[-_]+(?=\w)/g, ' ')
    .toLowerCase();

export interface WordFinding {
  readonly line: number;
  readonly rule: WordRule;
  readonly text: string;
}

/** The lines of a file that say what a rule refuses, for each rule that holds there. Line numbers begin with one. */
export const wordFindings = (
  file: string,
  text: string,
  rules: readonly WordRule[] = WORD_RULES,
  exceptions: readonly WordException[] = WORD_EXCEPTIONS,
): WordFinding[] => {
  const excepted = exceptions.filter(({ files }) => files.test(file));
  const held = rules.filter((rule) => !excepted.some(({ rules: names }) => names?.includes(rule.name) ?? true));
  // The path is a line of its own: files and folders are named by the same words.
  return [file, ...text.split('\n')].flatMap((line, number) => {
    const words = asWords(line);
    return held
      .filter(({ words: pattern, written, unless }) => {
        if (written?.test(line)) return true;
        return pattern?.test(unless === undefined ? words : words.replaceAll(unless, ' ')) === true;
      })
      .map((rule) => ({ line: number, rule, text: line.trim() }));
  });
};

export const WORD_EXCEPTIONS: readonly WordException[] = [
  { files: /\bmonogram\./, rules: ['letter'], because: 'the two initials of a name, drawn' },
  {
    files:
      /^libs\/contracts\/src\/content\/page-text-shipped\.ts$|^web\/src\/(?:app\/routes\/public|components\/team|config|features\/(?:about|bootcamp|contact|debate-club|home|how-it-works|legal|practice|resources|tournaments))\//,
    rules: ['what as a subject', 'who as a subject', 'who as a noun', 'somebody who', 'tell', 'hear', 'desk'],
    because: 'copy of the public site, which speaks to its readers as people talk',
  },
  { files: /\.(?:png|pdf|jpg|ico|woff2?|svg|webp|ttf)$/, because: 'no text' },
  { files: /^package-lock\.json$|^docs\/licenses\.md$|^LICENSE$/, because: 'names and texts of others' },
  { files: /^editorial\/(?!README)/, because: 'the association’s own articles and documents, in its own voice' },
  { files: /^tools\/src\/checks\/words(?:\.spec)?\.ts$/, because: 'the list of these words, and what it finds' },
];
