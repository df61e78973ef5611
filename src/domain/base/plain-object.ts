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

/** RFC 7396: absent members are kept, null removes a member, objects are merged, and everything else is replaced. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isPlainObject(patch)) return patch;
  const merged: Record<string, unknown> = isPlainObject(target) ? { ...target } : {};
  for (const key of Object.keys(patch)) {
    if (key === '__proto__') continue;
    if (patch[key] === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], patch[key]);
  }
  return merged;
}
