import { notice } from '../../domain/base/notice.ts';
import { customer } from '../../domain/customers/customer.ts';
import { exemption } from '../../domain/exemptions/exemption.ts';
import { reasonAcceptance } from '../../domain/exemptions/exemption-reason.ts';
import { globalTaxRatesLookup, salesTaxRatesLookup } from '../../domain/lookups/rate-lookup.ts';
import { taxabilityRule } from '../../domain/lookups/rule-lookup.ts';
import { stateTaxability, taxabilityGrid, taxabilityRow } from '../../domain/lookups/taxability.ts';
import { matchedAddressData } from '../../domain/places/matched-address.ts';
import { item, taxableLine } from '../../domain/transactions/document-line.ts';
import { appliedCertificate, documentBuyer } from '../../domain/transactions/evidence.ts';
import { placeTotals } from '../../domain/transactions/place-totals.ts';
import { documentSalesTaxRates, gtRates, salesTaxRates } from '../../domain/transactions/rate-views.ts';
import { taxRule } from '../../domain/transactions/rule-views.ts';
import { documentTaxLine, taxLine } from '../../domain/transactions/tax-line.ts';
import { calculatedDocument, documentCalculation, transaction } from '../../domain/transactions/transaction.ts';
import { recordSelection } from './record-selection.ts';

const customerSelection = recordSelection(customer);

/*
 * The selections of the GraphQL documents. If a field has different names in REST and GraphQL, an alias gives it the
 * REST name, so that responses can be compared field by field.
 */

const address = '{ city country county state street region zip isPartial }';
const notices = `notices { ${recordSelection(notice)} }`;
const rules = `{ ${recordSelection(taxRule)} }`;
const matched = `matchedAddressData { ${recordSelection(matchedAddressData)} }`;
const lineRates = `salesTaxRates { ${recordSelection(salesTaxRates)} } gtRates { ${recordSelection(gtRates)} }`;
const placeRates = `salesTaxRates { ${recordSelection(documentSalesTaxRates)} } gtRates { ${recordSelection(gtRates)} }`;

const thinLine = `${recordSelection(taxableLine)} ${notices}`;
const thinItem = `${recordSelection(item)} refundFraction ${thinLine}`;
const lineTax = `jurisdictionalSalesTaxRules ${rules} ${lineRates} taxLines { ${recordSelection(taxLine)} }`;

const ofDocument = recordSelection(calculatedDocument);
const transactionMembers = `${recordSelection(transaction)} ${ofDocument}`;

const evidence = `buyer { ${recordSelection(documentBuyer)} } certificates { ${recordSelection(appliedCertificate)} }`;

const shippingAddress = `shippingAddress { city country county state street region zip isPartial ${matched} }`;

const calculatedMembers = `items { ${thinItem} ${shippingAddress} ${lineTax} } shippingFee { ${thinLine} ${lineTax} } ${shippingAddress} customer { ${customerSelection} } salesTax { amount rate taxRate: rate ${placeRates} } taxLines { ${recordSelection(documentTaxLine)} } places { ${recordSelection(placeTotals)} } ${evidence} invoiceNotes`;

const lines = `items { ${thinItem} shippingAddress ${address} } shippingFee { ${thinLine} } shippingAddress ${address} salesTax { amount rate taxRate: rate }`;

export const thinTransactionSelection = `${transactionMembers} ${lines}`;
export const transactionSelection = `${transactionMembers} ${calculatedMembers}`;
/** Omits the fields that exist only on the document. */
export const thinCalculationSelection = `${ofDocument} ${recordSelection(documentCalculation)} ${lines}`;
/** A quote is not stored, so it has no id and no later changes. */
export const thinQuoteSelection = `source externalId customerId transactionType transactionStatus calculatedAt ${ofDocument} ${lines}`;
export const calculationSelection = `source externalId customerId transactionType transactionStatus calculatedAt ${ofDocument} ${calculatedMembers}`;

export const exemptionSelection = `${recordSelection(exemption)} certificateStatus`;

export const coverageSelection = `state stateName status exemption { ${exemptionSelection} } daysLeft acceptance { ${recordSelection(reasonAcceptance)} } note`;

const rule = `${recordSelection(taxabilityRule)} taxCodes`;
export const salesTaxRatesSelection = `${recordSelection(salesTaxRatesLookup)} rule { ${rule} }`;
export const globalTaxRatesSelection = `${recordSelection(globalTaxRatesLookup)} rules { ${rule} }`;
export const taxabilitySelection = `${recordSelection(taxabilityGrid)} rows { ${recordSelection(taxabilityRow)} cells { ${recordSelection(stateTaxability)} ${recordSelection(taxabilityRule)} } }`;
export const importSelection =
  'status message dry_run: isDryRun row_count: rowCount success_count: successCount not_found_customers: notFoundCustomers skipped_states: skippedStates errors { line field code message } errors_left_out: unlistedErrorCount ignored_columns: ignoredColumns';
