import type { RateSource, StateFacts } from '../../domain/lookups/catalogue.ts';
import type { CoveredCountry, CoveredState, ServiceInfo } from '../../domain/lookups/service-info.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { LocalRatesEnum } from './address-candidate.ts';

const SourcingEnum = describedEnum('Sourcing', 'The address that decides the rates of a sale within a state.', {
  ORIGIN: 'The address that the goods leave from.',
  DESTINATION: 'The address that the goods are sent to.',
  MIXED: 'The origin for state, county and city rates, the destination for district rates.',
} satisfies Record<StateFacts['sourcing'], string>);

export const RateBookRef = builder.objectRef<ServiceInfo['rateBook']>('RateBook').implement({
  description: 'A version of the rates and rules.',
  fields: (t) => ({
    version: t.exposeString('version', {
      description: 'The rate book version that new documents are calculated with.',
    }),
    bundledVersion: t.exposeString('bundledVersion', {
      description: 'The version that ships with the product. A different `version` adds imported files to it.',
    }),
    asOf: t.expose('asOf', { type: 'Date', description: 'The latest day on which a source was read.' }),
  }),
});

export const RateSourceRef = builder.objectRef<RateSource>('RateSource').implement({
  description: 'A source of facts in the rate book.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Title of the source, with its version if it has one.' }),
    asOf: t.expose('asOf', { type: 'Date', description: 'The day on which the source was last read.' }),
    places: t.stringList({
      description: 'Codes of the places that the source covers, such as `US-MN`, `DE` or `CA-QC`.',
      resolve: ({ places }) => [...places],
    }),
  }),
});

export const CoveredStateRef = builder.objectRef<CoveredState>('CoveredState').implement({
  description: 'A US state, and how completely the rate book covers it.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Two-letter code, such as `MN`.' }),
    name: t.exposeString('name', { description: 'English name, such as Minnesota.' }),
    sourcing: t.expose('sourcing', {
      type: SourcingEnum,
      description: 'The address that decides the rates of a sale within the state.',
    }),
    localRates: t.expose('localRates', {
      type: LocalRatesEnum,
      description: 'How completely the rates of counties, cities and districts are covered.',
    }),
    gaps: t.stringList({
      description: 'Known gaps, one sentence each.',
      resolve: ({ gaps }) => [...gaps],
    }),
    stateRateOnlyZips: t.int({
      description: 'Number of ZIP codes with local taxes for which only the rate of the state is known.',
      resolve: ({ stateRateOnlyZips }) => stateRateOnlyZips.length,
    }),
    asOf: t.expose('asOf', { type: 'Date', description: 'The day on which the rates of the state were read.' }),
    verifiedOn: t.expose('verifiedOn', {
      type: 'Date',
      nullable: true,
      description:
        'The day on which its general or standard rate was last compared with a published fact; null if never. Local rates and category rules are not included.',
    }),
    isOverdue: t.exposeBoolean('isOverdue', {
      description: 'Whether its rates were neither read nor verified in the last 18 months.',
    }),
  }),
});

export const CoveredCountryRef = builder.objectRef<CoveredCountry>('CoveredCountry').implement({
  description: 'A country other than the US that the rate book covers.',
  fields: (t) => ({
    code: t.expose('code', { type: 'CountryCode', description: 'ISO 3166-1 alpha-2 code, such as `DE`.' }),
    name: t.exposeString('name', { description: 'English name, such as Germany.' }),
    taxName: t.exposeString('taxName', {
      description: 'What the tax is called, such as VAT or GST; `NONE` if the country levies none.',
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency in which the tax is owed.' }),
    asOf: t.expose('asOf', { type: 'Date', description: 'The day on which the rates of the country were read.' }),
    verifiedOn: t.expose('verifiedOn', {
      type: 'Date',
      nullable: true,
      description:
        'The day on which its general or standard rate was last compared with a published fact; null if never. Local rates and category rules are not included.',
    }),
    isOverdue: t.exposeBoolean('isOverdue', {
      description: 'Whether its rates were neither read nor verified in the last 18 months.',
    }),
  }),
});
