/**
 * Freezes plain objects and lists at every depth, because all callers share the objects of the rate book. Values with
 * behavior, such as decimals, are immutable and skipped.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (!isPlain(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
