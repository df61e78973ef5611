/** The reason to use the name of a fraction instead of an older one, which says percentage. */
export function insteadOfPercentage(name: 'exemptFraction' | 'refundFraction'): string {
  return `It is a fraction of one, not a percentage: use \`${name}\`.`;
}
