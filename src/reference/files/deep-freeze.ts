/**
 * Freezes plain objects and lists all the way down: what the rate book hands out is shared by all who ask, and nobody may
 * change it for the others. Values with behaviour, decimals above all, are left as they are; they never change.
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
