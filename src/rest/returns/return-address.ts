import { z } from 'zod';
import { notFound } from '../../domain/base/errors.ts';
import { namesOf } from '../../domain/base/record.ts';
import { registrationScheme } from '../../domain/nexus/nexus-record.ts';
import type { AskedTaxReturn } from '../../domain/returns/return-input.ts';
import type { RecordAddress } from '../http/addresses.ts';
import { parameter, parseParameters, serviceIdOf } from '../http/record-name.ts';

const schemeParameter = z.object({ scheme: z.enum(namesOf(registrationScheme)) });
const numberPattern = /^[1-9]\d{0,5}$/;

/**
 * A return is addressed by place and period, with its scheme unless that is STANDARD, or by the id assigned on filing.
 */
export const returnAddresses: readonly RecordAddress<AskedTaxReturn>[] = [
  {
    path: '/v1/returns/place/:place/period/:period',
    suffix: '',
    example: {},
    nameOf: (request) => ({
      key: { place: parameter(request, 'place'), period: parameter(request, 'period'), scheme: 'STANDARD' },
    }),
  },
  {
    path: '/v1/returns/scheme/:scheme/place/:place/period/:period',
    suffix: 'OfScheme',
    example: { scheme: 'STANDARD' },
    nameOf: (request) => ({
      key: {
        place: parameter(request, 'place'),
        period: parameter(request, 'period'),
        scheme: parseParameters(schemeParameter, { scheme: parameter(request, 'scheme') }).scheme,
      },
    }),
  },
  {
    path: '/v1/returns/serviceId/:serviceId',
    suffix: 'ByServiceId',
    problems: ['NOT_FOUND'],
    example: { serviceId: '01980000-0000-7000-8000-0000000000d5' },
    nameOf: (request) => ({ serviceId: serviceIdOf(request) }),
  },
];

const [, ofScheme, byId] = returnAddresses;

/** Addresses of data that only one-stop-shop returns have. */
export const shopAddresses = [{ ...ofScheme!, suffix: '' }, byId!];

/** Reads the number of a filing. An impossible number is reported as not found. */
export function filingNumber(text: string): number {
  if (numberPattern.test(text)) return Number(text);
  throw filingNotFound(text);
}

export function filingNotFound(number: string | number) {
  return notFound(
    'TAX_RETURN',
    {},
    `Filing number ${JSON.stringify(String(number).slice(0, 20))} not found for this return.`,
  );
}
