import type { Builder } from '../base/builder.ts';
import { addAddressValidation } from './address-validation.ts';
import { addJurisdictions } from './jurisdictions.ts';
import { addLookupEnums } from './lookup-enums.ts';
import { addRateLookups } from './rate-lookups.ts';
import { addRatedJurisdiction } from './rated-jurisdiction.ts';
import { addRuleLookups } from './rule-lookup.ts';
import { addServiceInfo } from './service-info.ts';
import { addTaxCodes } from './tax-codes.ts';
import { addTaxability } from './taxability.ts';

/** Questions to the rate book, without a document. */
export function addLookups(builder: Builder): void {
  const lookupEnums = addLookupEnums();
  const withEnums = { lookupEnums };
  const ratedJurisdiction = addRatedJurisdiction(builder, withEnums);
  const ruleLookups = addRuleLookups(builder, withEnums);
  const { candidate } = addAddressValidation(builder, withEnums);
  addRateLookups(builder, { ...withEnums, candidate, ratedJurisdiction, ruleLookups });
  addJurisdictions(builder, { ratedJurisdiction });
  addTaxability(builder, { ruleLookups, taxCode: addTaxCodes(builder, lookupEnums) });
  addServiceInfo(builder, lookupEnums);
}
