import { counted } from '../format/format.ts';

/** Texts that explain the tax on a line. */
export const whyTexts = {
  title: (name: string) => `Why: ${name}`,
  jurisdictions: 'Taxing authorities',
  none: 'No jurisdiction taxes this line.',
  steps: 'Step by step',
  groups: { where: 'Place', whether: 'Taxability', much: 'Rate and amount' },
  sources: (count: number) => counted(count, 'source', 'sources'),
  sinceDay: (day: string) => `in force since ${day}`,
  total: 'Total',
  exempt: (amount: string) => `${amount} exempt`,
} as const;
