export type Source = { readonly title: string; readonly url: string | null; readonly readOn: string | null };

export type SentStep = {
  readonly kind: string;
  readonly pointer: string;
  readonly message: string;
  readonly validFrom: string | null;
  readonly sources: readonly Source[];
};

export type Step = {
  readonly text: string;
  readonly validFrom: string | null;
  readonly sources: readonly Source[];
};

export const stepGroups = ['where', 'whether', 'much'] as const;
type StepGroup = (typeof stepGroups)[number];

const groupOf: Readonly<Record<string, StepGroup>> = {
  ADDRESS_MATCHED: 'where',
  JURISDICTION_FOUND: 'where',
  COLLECTING: 'whether',
  RULE_APPLIED: 'whether',
  CERTIFICATE_APPLIED: 'whether',
  CERTIFICATE_REFUSED: 'whether',
  NOT_TAXED: 'whether',
  JURISDICTION_NOT_TAXED: 'whether',
  MANUAL_RATE_APPLIED: 'whether',
  HOLIDAY_CAP_EXCEEDED: 'whether',
  FEE_FOLLOWS_GOODS: 'whether',
};

/** The steps that determined the tax on a line, in the order in which a reader would ask about them. */
export function stepsOf(trace: readonly SentStep[], pointer: string): Readonly<Record<StepGroup, readonly Step[]>> {
  const own = trace.filter((step) => isOf(step, pointer));
  const inGroup = (group: StepGroup) =>
    own
      .filter(({ kind }) => (groupOf[kind] ?? 'much') === group)
      .map(({ message, validFrom, sources }) => ({
        text: withoutSources(message, sources),
        validFrom,
        sources,
      }));
  return { where: inGroup('where'), whether: inGroup('whether'), much: inGroup('much') };
}

/** Whether a step belongs to the line. Steps for the whole document belong to every line, except the totals. */
function isOf({ kind, pointer: at }: SentStep, pointer: string): boolean {
  if (kind === 'DOCUMENT_TOTALLED') return false;
  return at === '' || at === pointer || at.startsWith(`${pointer}/`);
}

/** Messages end with their sources, which are shown separately. */
function withoutSources(message: string, sources: SentStep['sources']): string {
  if (sources.length === 0) return message;
  const start = message.lastIndexOf(' (in force from ');
  return start > 0 && message.endsWith(').') ? `${message.slice(0, start)}.` : message;
}
