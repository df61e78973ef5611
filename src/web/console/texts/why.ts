import { counted } from '../format/format.ts';

/** Why a line is taxed so. */
export const whyTexts = {
  title: (name: string) => `Why: ${name}`,
  jurisdictions: 'Who taxes it',
  none: 'No jurisdiction taxes this line.',
  steps: 'Step by step',
  groups: { where: 'Where', whether: 'Whether it is taxed', much: 'How much' },
  sources: (count: number) => counted(count, 'source', 'sources'),
  sinceDay: (day: string) => `in force since ${day}`,
  total: 'Together',
  exempt: (amount: string) => `${amount} exempt`,
} as const;
