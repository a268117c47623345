/** A metric without labels of its own, as the process behind this door for operators tells it now. Throws where it tells none. */
export const metricAt = async (opsPort: number, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const value = new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`No metric is called ${name}`);
  return Number(value);
};
