// A question that is asked again whenever what is shown changes: one request is under way at a time, and of those that wait only the
// newest is asked.

export class Feed<T> {
  value: T | null = null;
  private key = "";
  private waiting: { key: string; ask: () => Promise<T> } | null = null;
  private busy = false;

  constructor(private readonly came: (value: T) => void, private readonly failed: (why: string) => void) {}

  /** Asks what a key stands for, unless that was asked last. */
  want(key: string, ask: () => Promise<T>): void {
    if (key === (this.waiting?.key ?? this.key)) return;
    this.waiting = { key, ask };
    if (!this.busy) void this.next();
  }

  private async next(): Promise<void> {
    this.busy = true;
    while (this.waiting) {
      const { key, ask } = this.waiting;
      this.waiting = null;
      this.key = key;
      try {
        this.value = await ask();
        this.came(this.value);
      } catch (e) {
        this.failed(e instanceof Error ? e.message : String(e));
      }
    }
    this.busy = false;
  }
}
