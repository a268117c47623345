/** An SQL condition with its parameters. */
export class Conditions {
  readonly parameters: unknown[] = [];
  private readonly all: string[] = [];

  /** The placeholder of a value. */
  value(value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}`;
  }

  add(condition: string): void {
    this.all.push(condition);
  }

  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  toString(): string {
    return this.isEmpty ? 'true' : this.all.join(' AND ');
  }
}
