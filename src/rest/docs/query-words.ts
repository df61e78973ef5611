import type { Words } from '../http/operation.ts';

/** What the parameters of queries mean. */
export const pageWords: Words = {
  limit: 'At most so many records, with a Link to the next page; without it the whole list is streamed.',
  cursor: 'Where the page begins; take it from the Link header of the page before.',
};
export const filterWords: Words = {
  ...pageWords,
  source: 'Only those of this source.',
  customerId: 'Only those of this customer.',
  updatedSince: 'Only those that changed at or after this instant; a day begins at midnight UTC.',
  country: 'Only those of this country, by code or name.',
  state: 'Only those of this state, by code or name.',
  detailed: 'True: the full form. False: the thin one.',
  transactionType: 'Only those of this type.',
  transactionStatus: 'Only those of this status.',
  transactionFilingStatus: 'Only those of this filing status.',
  createdFrom: 'Only those that came from this document.',
  from: 'Only those of this tax date or later.',
  to: 'Only those of this tax date or earlier.',
  exemptionStatus: 'Only those of this status.',
  activeOn: 'Only those that are ACTIVE and hold on this day.',
};
export const placeWords: Words = {
  country: 'The country, by code or name.',
  state: 'The state, by code or name.',
  zip: 'The ZIP code; ZIP+4 is understood.',
  city: 'The city.',
  county: 'The county.',
  street: 'Street and house number.',
  region: 'The region or province.',
  isPartial: 'True: less than a full address will do.',
  date: 'The day; today in UTC when absent. Of a date-time the day counts, as written.',
  taxCode: 'A tax code: the rates are then those of such goods.',
  on: 'The day; today in UTC when absent.',
};
