/** Resolves with what `look` finds once it finds something. Rejects after `limitMs`, saying what was waited for. */
export const until = async <T>(what: string, look: () => Promise<T | undefined | false | null>, limitMs = 30_000): Promise<T> => {
  const limit = Date.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false && found !== null) return found;
    if (Date.now() > limit) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
