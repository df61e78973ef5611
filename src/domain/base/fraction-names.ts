import { isPlainObject } from './plain-object.ts';

/** Names that REST clients of the older tax service use for the same fractions. */
const olderWords = { refundFraction: 'refundLinkedPercentage', exemptFraction: 'exemptPercentage' } as const;

export const olderFractionNames: readonly string[] = Object.values(olderWords);

/** The value as submitted, with the fraction renamed. */
export function underFractionName(sent: unknown, name: keyof typeof olderWords): unknown {
  const older = olderWords[name];
  if (!isPlainObject(sent) || sent[older] === undefined || sent[name] !== undefined) return sent;
  const { [older]: value, ...others } = sent;
  return { ...others, [name]: value };
}
