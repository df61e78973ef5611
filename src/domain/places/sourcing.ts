import { enumeration } from '../base/record.ts';

export const sourcing = enumeration('Sourcing', 'The address that decides the rates of a sale.', {
  ORIGIN: 'The address that the goods leave from.',
  DESTINATION: 'The address that the goods are sent to.',
  MIXED: 'The origin for state, county and city rates, the destination for district rates.',
});
