import type { RateSource } from '../../domain/lookups/catalogue.ts';
import { type FeatureName, features, type ServiceInfo } from '../../domain/lookups/service-info.ts';
import { taxNumberRegisters } from '../../domain/tax-numbers/tax-number-validation.ts';
import { describeService } from '../../usecases/lookups/describe-service.ts';
import type { Builder } from '../base/builder.ts';
import type { LookupEnums } from './lookup-enums.ts';

/** What the service can do, what its rate book holds, and how far that goes. */
export function addServiceInfo(builder: Builder, lookupEnums: LookupEnums): void {
  const parts = {
    feature: addFeature(builder, lookupEnums),
    limits: addLimits(builder),
    rateBook: addRateBook(builder),
    register: addRegister(builder),
    source: addSource(builder),
    state: addState(builder, lookupEnums),
    country: addCountry(builder),
  };
  const info = builder.objectRef<ServiceInfo>('ServiceInfo').implement({
    description: 'What the service can do, what its rate book holds, and how far that goes.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'The name of the product.' }),
      features: t.field({
        type: [parts.feature],
        extensions: { listSize: 20 },
        description: 'What it can do.',
        resolve: ({ features: names }) => [...names],
      }),
      limits: t.expose('limits', { type: parts.limits, description: 'What one request may hold.' }),
      rateBook: t.expose('rateBook', { type: parts.rateBook, description: 'The rate book in force.' }),
      registers: t.field({
        type: [parts.register],
        extensions: { listSize: 2 },
        description: 'The registers of tax numbers that can be asked.',
        resolve: ({ registers }) => [...registers],
      }),
      sources: t.field({
        type: [parts.source],
        extensions: { listSize: 250 },
        description: 'Where the facts of the rate book were read; those of the most places first.',
        resolve: ({ sources }) => [...sources],
      }),
      states: t.field({
        type: [parts.state],
        extensions: { listSize: 60 },
        description: 'The US states, and how far their rates are held.',
        resolve: ({ states }) => [...states],
      }),
      countries: t.field({
        type: [parts.country],
        extensions: { listSize: 200 },
        description: 'The other countries that are covered.',
        resolve: ({ countries }) => [...countries],
      }),
    }),
  });
  builder.queryField('serviceInfo', (t) =>
    t.field({
      type: info,
      description:
        'What the service can do, what its rate book holds, and how far that goes. Any valid token reads it; no scope is needed.',
      resolve: (_root, _args, ctx) => describeService(ctx),
    }),
  );
}

function addFeature(builder: Builder, lookupEnums: LookupEnums) {
  return builder.objectRef<FeatureName>('Feature').implement({
    description: 'Something that the service can do.',
    fields: (t) => ({
      name: t.field({ type: lookupEnums.feature, description: 'Its stable name.', resolve: (name) => name }),
      description: t.string({ description: 'What can be done with it.', resolve: (name) => features[name] }),
    }),
  });
}

function addLimits(builder: Builder) {
  return builder.objectRef<ServiceInfo['limits']>('ServiceLimits').implement({
    description: 'What one request may hold.',
    fields: (t) => ({
      restBodyBytes: t.int({
        description: 'How long a request over REST may be.',
        resolve: ({ bodyBytes }) => bodyBytes.rest,
      }),
      graphqlBodyBytes: t.int({
        description: 'How long a request over GraphQL may be.',
        resolve: ({ bodyBytes }) => bodyBytes.graphql,
      }),
      batchBodyBytes: t.int({
        description: 'How long a request with many documents over REST may be.',
        resolve: ({ bodyBytes }) => bodyBytes.batch,
      }),
      documentsPerBatch: t.exposeInt('documentsPerBatch', {
        description: 'How many records one request may store together.',
      }),
      csvFileBytes: t.int({ description: 'A CSV file of exemptions.', resolve: ({ csv }) => csv.fileBytes }),
      itemsPerDocument: t.exposeInt('itemsPerDocument', { description: 'Items of a sales document.' }),
      restPageSize: t.int({ description: 'Records of a page in REST.', resolve: ({ pageSize }) => pageSize.rest }),
      graphqlPageSize: t.int({
        description: 'Records of a page in GraphQL.',
        resolve: ({ pageSize }) => pageSize.graphql,
      }),
      taxabilityTaxCodes: t.int({
        description: 'Tax codes of a grid of taxability.',
        resolve: ({ taxability }) => taxability.taxCodes,
      }),
      filterDepth: t.int({
        description: 'How many levels `and`, `or` and `not` of a list’s filter may be within each other.',
        resolve: ({ filter }) => filter.depth,
      }),
      filterConditions: t.int({
        description: 'How many comparisons the filter of a list may make.',
        resolve: ({ filter }) => filter.conditions,
      }),
      filterValues: t.int({
        description: 'How many values `in` or `notIn` may name.',
        resolve: ({ filter }) => filter.values,
      }),
      graphqlCharacters: t.int({
        description: 'Characters of a GraphQL document.',
        resolve: ({ graphql }) => graphql.characters,
      }),
      graphqlTokens: t.int({ description: 'Tokens of a GraphQL document.', resolve: ({ graphql }) => graphql.tokens }),
      graphqlDirectives: t.int({
        description: 'Directives in a GraphQL document.',
        resolve: ({ graphql }) => graphql.directives,
      }),
      graphqlFields: t.int({
        description: 'Fields of a GraphQL operation, those of a fragment counted for each spread of it.',
        resolve: ({ graphql }) => graphql.fields,
      }),
      graphqlStreams: t.int({
        description: 'Subscriptions that a client may have open, on one replica.',
        resolve: ({ graphql }) => graphql.streams,
      }),
      graphqlDepth: t.int({ description: 'Fields within fields.', resolve: ({ graphql }) => graphql.depth }),
      graphqlAliases: t.int({
        description: 'How many fields of a GraphQL document may be renamed.',
        resolve: ({ graphql }) => graphql.aliases,
      }),
      graphqlCost: t.int({
        description: 'Fields, each list counted with its page size or with the size it usually has.',
        resolve: ({ graphql }) => graphql.cost,
      }),
    }),
  });
}

function addRateBook(builder: Builder) {
  return builder.objectRef<ServiceInfo['rateBook']>('RateBook').implement({
    description: 'Rates and rules, and which state of them.',
    fields: (t) => ({
      version: t.exposeString('version', { description: 'The version that new documents are calculated with.' }),
      bundledVersion: t.exposeString('bundledVersion', {
        description: 'The version that ships with the product; another is it with imports laid over it.',
      }),
      asOf: t.expose('asOf', { type: 'Date', description: 'The newest day on which a source was read.' }),
    }),
  });
}

function addRegister(builder: Builder) {
  return builder.objectRef<ServiceInfo['registers'][number]>('RegisterState').implement({
    description: 'A register of tax numbers.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Its name: `VIES`, `HMRC`.' }),
      description: t.string({ description: 'Whose numbers it has.', resolve: ({ name }) => taxNumberRegisters[name] }),
      isConfigured: t.exposeBoolean('isConfigured', {
        description: 'Whether it is asked; otherwise numbers are checked by form and checksum alone.',
      }),
    }),
  });
}

function addSource(builder: Builder) {
  return builder.objectRef<RateSource>('RateSource').implement({
    description: 'Where facts of the rate book were read.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'The source, with its version where it has one.' }),
      asOf: t.expose('asOf', { type: 'Date', description: 'The day it was read at last.' }),
      places: t.stringList({
        description: 'The places it was read for: `US-MN`, `DE`, `CA-QC`.',
        resolve: ({ places }) => [...places],
      }),
    }),
  });
}

function addState(builder: Builder, lookupEnums: LookupEnums) {
  return builder.objectRef<ServiceInfo['states'][number]>('CoveredState').implement({
    description: 'A US state, and how far the rate book holds its rates.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'Its code of two letters.' }),
      name: t.exposeString('name', { description: 'The place in words.' }),
      sourcing: t.expose('sourcing', {
        type: lookupEnums.sourcing,
        description: 'Which address decides the rates of a sale within it.',
      }),
      localRates: t.expose('localRates', {
        type: lookupEnums.localRates,
        description: 'How far the rates of its counties, cities and districts are held.',
      }),
      gaps: t.stringList({
        description: 'What is known to be missing, in words.',
        resolve: ({ gaps }) => [...gaps],
      }),
      stateRateOnlyZips: t.int({
        description:
          'For how many of its ZIP codes nothing but the state’s rate is held although local taxes are levied.',
        resolve: ({ stateRateOnlyZips }) => stateRateOnlyZips.length,
      }),
      asOf: t.expose('asOf', { type: 'Date', description: 'The day its rates were read.' }),
    }),
  });
}

function addCountry(builder: Builder) {
  return builder.objectRef<ServiceInfo['countries'][number]>('CoveredCountry').implement({
    description: 'A country other than the US whose tax is held.',
    fields: (t) => ({
      code: t.expose('code', { type: 'CountryCode', description: 'The place by ISO 3166-1.' }),
      name: t.exposeString('name', { description: 'The place in words.' }),
      taxName: t.exposeString('taxName', { description: 'VAT, GST and the like; `NONE` where it levies none.' }),
      currency: t.expose('currency', { type: 'CurrencyCode', description: 'In which its tax is owed.' }),
      asOf: t.expose('asOf', { type: 'Date', description: 'The day its rates were read.' }),
    }),
  });
}
