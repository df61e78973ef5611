import { type FeatureName, features, type ServiceInfo } from '../../domain/lookups/service-info.ts';
import { taxNumberRegisters } from '../../domain/tax-numbers/tax-number-validation.ts';
import { describeService } from '../../usecases/lookups/describe-service.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { CoveredCountryRef, CoveredStateRef, RateBookRef, RateSourceRef } from './coverage.ts';
import { ServiceLimitsRef } from './service-limits.ts';

const FeatureNameEnum = describedEnum(
  'FeatureName',
  'A capability of this version of the service.',
  features satisfies Record<FeatureName, string>,
);

const FeatureRef = builder.objectRef<FeatureName>('Feature').implement({
  description: 'A capability of the service.',
  fields: (t) => ({
    name: t.field({ type: FeatureNameEnum, description: 'A stable name for programs.', resolve: (name) => name }),
    description: t.string({ description: 'What the feature does.', resolve: (name) => features[name] }),
  }),
});

const RegisterStateRef = builder.objectRef<ServiceInfo['registers'][number]>('RegisterState').implement({
  description: 'A register of tax numbers, and whether it is queried.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Short name: `VIES` or `HMRC`.' }),
    description: t.string({
      description: 'The countries whose numbers the register contains.',
      resolve: ({ name }) => taxNumberRegisters[name],
    }),
    isConfigured: t.exposeBoolean('isConfigured', {
      description: 'Whether the register is queried; if not, numbers are checked by format and checksum only.',
    }),
  }),
});

const ServiceInfoRef = builder.objectRef<ServiceInfo>('ServiceInfo').implement({
  description: 'The capabilities and limits of the service, and the coverage of its rate book.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the product.' }),
    features: t.field({
      type: [FeatureRef],
      extensions: { listSize: 20 },
      description: 'The capabilities of the service.',
      resolve: ({ features: names }) => [...names],
    }),
    limits: t.expose('limits', { type: ServiceLimitsRef, description: 'The limits of a single request.' }),
    rateBook: t.expose('rateBook', { type: RateBookRef, description: 'The rate book in use.' }),
    registers: t.field({
      type: [RegisterStateRef],
      extensions: { listSize: 2 },
      description: 'The registers of tax numbers that the service can query.',
      resolve: ({ registers }) => [...registers],
    }),
    sources: t.field({
      type: [RateSourceRef],
      extensions: { listSize: 250 },
      description: 'The sources of the rate book. Those that cover the most places come first.',
      resolve: ({ sources }) => [...sources],
    }),
    states: t.field({
      type: [CoveredStateRef],
      extensions: { listSize: 60 },
      description: 'The US states, and how completely the rate book covers them.',
      resolve: ({ states }) => [...states],
    }),
    countries: t.field({
      type: [CoveredCountryRef],
      extensions: { listSize: 200 },
      description: 'The other countries that the rate book covers.',
      resolve: ({ countries }) => [...countries],
    }),
  }),
});

builder.queryField('serviceInfo', (t) =>
  t.field({
    type: ServiceInfoRef,
    description:
      'The capabilities and limits of the service, and the coverage of its rate book. Every valid token can read it; no scope is needed.',
    resolve: (_root, _args, ctx) => describeService(ctx),
  }),
);
