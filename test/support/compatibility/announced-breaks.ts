type Announced = Readonly<Record<string, string>>;

/**
 * The differences to the newest release that may break its clients: each finding word for word, with the reason and
 * since when it was announced ("Deprecated since 0.1.0."). They stand in CHANGELOG.md too. The list is empty again
 * once the snapshots of the next release are kept.
 */
export const announcedBreaks: { readonly graphql: Announced; readonly rest: Announced } = {
  graphql: {},
  rest: {},
};

/** The findings that were not announced, and the announcements that are wrong. */
export function unannounced(findings: readonly string[], announced: Announced): string[] {
  return [
    ...findings.filter((finding) => !(finding in announced)),
    ...Object.keys(announced)
      .filter((finding) => !findings.includes(finding))
      .map((finding) => `Announced, and not found: ${finding}`),
    ...Object.entries(announced)
      .filter(([, reason]) => reason.trim() === '')
      .map(([finding]) => `Announced without a reason: ${finding}`),
  ];
}
