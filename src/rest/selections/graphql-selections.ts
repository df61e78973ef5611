import { customer } from '../../domain/customers/customer.ts';
import { exemption } from '../../domain/exemptions/exemption.ts';
import { reasonAcceptance } from '../../domain/exemptions/reason-acceptance.ts';
import { appliedCertificate, documentBuyer } from '../../domain/transactions/evidence.ts';
import { calculatedDocument, item, taxableLine, transaction } from '../../domain/transactions/transaction.ts';
import { recordSelection } from './record-selection.ts';

const customerSelection = recordSelection(customer);

/*
 * The selections of the GraphQL documents. If a field has different names in REST and GraphQL, an alias gives it the
 * REST name, so that responses can be compared field by field.
 */

const _internalTimestamps = 'internalTimestamps { createdDate updatedDate }';
const address = '{ city country county state street region zip isPartial }';
const notices = 'notices { code pointer message }';
const usRates = 'cityDistrictRate cityRate countyDistrictRate countyRate stateRate taxRate';
const documentUsRates = `salesTaxRates { ${usRates} combinedDistrictRate ratesMetaData { cityDistrictRate countyDistrictRate } }`;
const gtRates = 'gtRates { countryRate regionRate taxRate }';
const rules = '{ name abbreviation taxable specialTreatment calculationType calculationValue description }';
const scoring = 'scoring { matchLevel score fieldScore { countryMatch stateMatch cityMatch zipMatch } }';
const matched = `address { city country county state zip } ${scoring}`;

const thinLine = `${recordSelection(taxableLine)} ${notices}`;
const thinItem = `${recordSelection(item)} refundFraction ${thinLine}`;
const taxed = 'taxableAmount exemptAmount taxAmount reason jurisdiction { level name code fips }';
const lineTax = `jurisdictionalSalesTaxRules ${rules} salesTaxRates { ${usRates} } ${gtRates} taxLines { bracket { from to } ${taxed} rate: appliedRate certificateId source validFrom validThrough }`;

const ofDocument = recordSelection(calculatedDocument);
const transactionMembers = `${recordSelection(transaction)} ${ofDocument}`;

const evidence = `buyer { ${recordSelection(documentBuyer)} } certificates { ${recordSelection(appliedCertificate)} }`;

const shippingAddress = `shippingAddress { city country county state street region zip isPartial matchedAddressData { ${matched} } }`;

const calculatedMembers = `items { ${thinItem} ${shippingAddress} ${lineTax} } shippingFee { ${thinLine} ${lineTax} } ${shippingAddress} customer { ${customerSelection} } salesTax { amount rate taxRate: rate ${documentUsRates} ${gtRates} } taxLines { bracket { from to } ${taxed} rate: appliedRate } places { country state sourcedFrom matchedAddressData { ${matched} } lines calculatedTotal taxableAmount taxAmount ${documentUsRates} ${gtRates} } ${evidence} invoiceNotes`;

const lines = `items { ${thinItem} shippingAddress ${address} } shippingFee { ${thinLine} } shippingAddress ${address} salesTax { amount rate taxRate: rate }`;

export const thinTransactionSelection = `${transactionMembers} ${lines}`;
export const transactionSelection = `${transactionMembers} ${calculatedMembers}`;
/** Without the fields that the document alone has. */
export const thinCalculationSelection = `${ofDocument} ${lines}`;
/** Nothing was stored, so there is no id, and nothing that became of the document. */
export const calculationSelection = `source externalId customerId transactionType transactionStatus transactionFilingStatus internalTimestamps { createdDate updatedDate } ${ofDocument} ${calculatedMembers}`;

export const exemptionSelection = `${recordSelection(exemption)} certificateStatus`;

export const coverageSelection = `status exemption { ${exemptionSelection} } daysLeft acceptance { ${recordSelection(reasonAcceptance)} } note`;

const exemptedInvoice =
  '{ transaction { serviceId source externalId taxDate currency transactionFilingStatus } country state chargedTaxAmount refundedTaxAmount exemptibleTaxAmount }';
export const impactSelection = `states { country state currency invoiceCount exemptibleTaxAmount filedTaxAmount } invoices ${exemptedInvoice}`;
export const taxRefundSelection = `isDryRun totals { country state currency refundCount refundedTaxAmount } rows { invoice ${exemptedInvoice} outcome refundedTaxAmount externalId refund { serviceId } problem { code message } }`;

export const accountSelection =
  'tenantId name homeAddress { country state city zip } collectionPolicy oneStopShop euDistanceSales deliveryFees latePolicy nexusNotices expiringSoonDays require { precision complete } defaultCurrency reportingCurrency roundingLevel roundingMode inclusiveRounding exemptInclusivePrice discountCoversShipping shippingTaxMethod';

const candidate = `${matched} precision localRates gaps`;
export const addressValidationSelection = `requestAddress ${address} matchedAddresses { ${candidate} ${notices} }`;
const lawOfCode = `id: ruleId category treatment reason followsGoods limits { kind levels amount toAmount share message } conditions validFrom validThrough source ${notices}`;
const law = `${lawOfCode} taxCodes`;
const rated = `id level name code fips county contains rate appliedRate validFrom validThrough source`;
const lookup = `effectiveDate taxation taxCode rateBookVersion ${notices} jurisdictions { ${rated} }`;
export const listedJurisdictionSelection = `id level name code fips county contains country subdivision rate validFrom validThrough source ${notices}`;
export const salesTaxRatesSelection = `serviceId requestAddress ${address} matchedAddressData { ${candidate} } ${documentUsRates} rule { ${law} } ${lookup}`;
export const globalTaxRatesSelection = `${gtRates} rules { ${law} } country region taxName currency ${lookup}`;
export const taxCodeSelection = 'code name description category isTangible isOnSite kind';
export const taxabilitySelection = `asOf rateBookVersion rows { taxCode { ${taxCodeSelection} } cells { state { code name } isTaxable stateRate ${lawOfCode} } }`;
export const taxNumberSelection =
  'countryCode countryName vatNumber valid status name address reason message register consultationNumber';
export const serviceInfoSelection = `name rateBook { version bundledVersion asOf } registers { name isConfigured } sources { name asOf places } states { code name sourcing localRates gaps asOf verifiedOn isOverdue stateRateOnlyZips } countries { code name taxName currency asOf verifiedOn isOverdue }`;
export const importSelection =
  'status message dry_run: isDryRun row_count: rowCount success_count: successCount not_found_customers: notFoundCustomers skipped_states: skippedStates errors { line field code message } errors_left_out: errorsLeftOut ignored_columns: ignoredColumns';
