import { isPlainObject } from './plain-object.ts';

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
