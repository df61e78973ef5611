/** Told of what the store does, for metrics and traces. */
export type StoreWatch = {
  /** A statement is sent; what this returns is called once it has ended. The text has no values but constants. */
  onStatement(text: string): (error: unknown) => void;
  /** A request got its connection, or none, after so many milliseconds. */
  onConnected?(waitedMs: number): void;
};
