/** The current value of a metric without labels, from this process's operations server. Throws where it has none of that name. */
export const metricAt = async (opsPort: number, name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const value = new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`No metric is called ${name}`);
  return Number(value);
};
