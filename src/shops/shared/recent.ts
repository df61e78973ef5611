type Recent<Value> = {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): boolean;
};

/** A bounded least-recently-used cache. With `lifetime`, in milliseconds, older entries are dropped. */
export function createRecent<Value>(size: number, lifetime: number = Number.POSITIVE_INFINITY): Recent<Value> {
  const known = new Map<string, { readonly value: Value; readonly at: number }>();
  return {
    get(key: string): Value | undefined {
      const found = known.get(key);
      if (!found) return undefined;
      known.delete(key);
      if (Date.now() - found.at > lifetime) return undefined;
      known.set(key, found);
      return found.value;
    },
    set(key: string, value: Value): void {
      known.delete(key);
      known.set(key, { value, at: Date.now() });
      const oldest = known.keys().next().value;
      if (known.size > size && oldest !== undefined) known.delete(oldest);
    },
    delete: (key: string): boolean => known.delete(key),
  };
}
