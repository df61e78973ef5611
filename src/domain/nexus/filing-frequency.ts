/** How often a return is filed, with the description of each. */
export const filingFrequencies = {
  MONTHLY: 'Each calendar month.',
  QUARTERLY: 'Each calendar quarter.',
  HALF_YEARLY: 'From January to June, and from July to December.',
  YEARLY: 'Each calendar year.',
} as const;
export type FilingFrequency = keyof typeof filingFrequencies;
