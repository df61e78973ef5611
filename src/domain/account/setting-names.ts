import { AppError, type Issue, invalidInput } from '../base/errors.ts';

/** Settings that have a second name, in the field's own terms, and the name that they are stored and shown under. */
export const storedSettingNames = {
  collectionPolicy: 'collect',
  roundingMode: 'tieRule',
  shippingTaxMethod: 'shippingRate',
} as const;

type Patch = Readonly<Record<string, unknown>>;
const pairs = Object.entries(storedSettingNames);

/** A patch of settings under their stored names. Refuses two names of a setting with different values. */
export function underStoredNames(patch: Patch): Patch {
  const isSent = (name: string) => patch[name] !== undefined;
  const issues = pairs
    .filter(([name, stored]) => isSent(name) && isSent(stored) && patch[name] !== patch[stored])
    .map(([name, stored]): Issue => {
      const message = `${name} is ${String(patch[name])}, but ${stored} is ${String(patch[stored])}. Both mean the same: send one of them.`;
      return { path: [name], code: 'CONTRADICTION', message };
    });
  if (issues.length > 0) throw invalidInput(issues);
  const renamed = pairs.filter(([name]) => isSent(name)).map(([name, stored]) => [stored, patch[name]]);
  const others = Object.entries(patch).filter(([name]) => !Object.hasOwn(storedSettingNames, name));
  return Object.fromEntries([...others, ...renamed]);
}

/** Reads a patched setting; its issues name the member that was sent. */
export function withSentNames<Result>(patch: Patch, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INVALID_INPUT') throw error;
    const sentName = (member: Issue['path'][number] | undefined) =>
      pairs.find(
        ([name, stored]) => stored === member && patch[name] !== undefined && patch[stored] === undefined,
      )?.[0];
    throw invalidInput(
      error.issues.map((issue) => {
        const [member, ...rest] = issue.path;
        const name = sentName(member);
        if (name === undefined) return issue;
        return { ...issue, path: [name, ...rest], message: issue.message.replace(String(member), name) };
      }),
    );
  }
}
