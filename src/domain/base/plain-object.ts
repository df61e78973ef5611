/** On PUT and POST, null means absent, at any depth. */
export function withoutNulls(raw: unknown): unknown {
  if (Array.isArray(raw)) return raw.map(withoutNulls);
  if (!isPlainObject(raw)) return raw;
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(raw)) {
    const value = raw[key];
    if (value !== null && value !== undefined && key !== '__proto__') kept[key] = withoutNulls(value);
  }
  return kept;
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
