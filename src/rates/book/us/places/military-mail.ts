import type { MatchedPlace } from '../../../../domain/places/address-match.ts';
import { scoreFields } from '../../names/match-scoring.ts';
import type { Military } from './address-reading.ts';

/** Military addresses are not in any state, so no state's sales tax applies. */
export function militaryPlace({ outside, zip, isStateSent }: Military): MatchedPlace {
  return {
    regime: 'SALES_TAX',
    country: 'US',
    subdivision: outside.code,
    jurisdictionIds: [],
    precision: 'STATE',
    matchedAddress: {
      city: null,
      country: 'US',
      county: null,
      state: outside.code,
      zip: zip.kind === 'unknown' ? zip.zip : null,
    },
    scoring: scoreFields({
      country: 'EXACT',
      state: isStateSent ? 'EXACT' : null,
      city: null,
      zip: zip.kind === 'unknown' ? 'EXACT' : null,
    }),
    localRates: 'NOT_LEVIED',
    gaps: [],
    notices: [
      {
        code: 'MILITARY_ADDRESS',
        pointer: '/state',
        message: `${outside.name}: a military address is not in any state, so no sales tax is due.`,
      },
    ],
  };
}
