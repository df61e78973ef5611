/* The client's operations, as text: no GraphQL library is needed at run time. A test checks them against the schema. */

const failure = `... on UserError { code message } ... on InvalidInput { issues { path code message } }`;
const line = `calculatedTotal taxAmount taxRate reason taxLines {
  taxAmount taxableAmount appliedRate reason jurisdiction { jurisdictionId name level } }`;
const figures = `currency salesTax { amount rate } finalTransactionAmount items { name taxCode ${line} } shippingFee { ${line} }`;
const stored = `serviceId source externalId version transactionType transactionStatus createdFrom ${figures}`;

export const quoteOperation: string = `query Quote($input: QuoteInput!) { result: calculateTax(input: $input) { __typename
  ... on Quote { taxDate ${figures} notices { code message pointer } } ${failure} } }`;

export const upsertCustomerOperation: string = `mutation UpsertCustomer($input: CustomerInput!) { result: upsertCustomer(input: $input) { __typename
  ... on Customer { serviceId source externalId version customerType } ${failure} } }`;

export const findCustomerOperation: string = `query FindCustomer($by: CustomerBy!) { result: customer(by: $by) {
  serviceId source externalId version customerType } }`;

export const storeTransactionOperation: string = `mutation StoreTransaction($input: TransactionInput!) { result: upsertTransaction(input: $input) { __typename
  ... on Transaction { ${stored} } ${failure} } }`;

export const findTransactionOperation: string = `query FindTransaction($by: TransactionBy!) { result: transaction(by: $by) {
  ${stored} } }`;

export const cancelTransactionOperation: string = `mutation CancelTransaction($input: CancelTransactionInput!) { result: cancelTransaction(input: $input) { __typename
  ... on Transaction { ${stored} } ${failure} } }`;

export const validateAddressOperation: string = `query ValidateAddress($input: ValidateAddressInput!) { result: validateAddress(input: $input) { __typename
  ... on AddressValidation { matchedAddresses { address { country state county city zip } precision gaps } } ${failure} } }`;

export const validateTaxNumberOperation: string = `query ValidateTaxNumber($input: TaxNumberInput!) { result: validateTaxNumber(input: $input) { __typename
  ... on TaxNumberValidation { status valid message countryCode vatNumber name checkedAt } ${failure} } }`;

export const certificatesOperation: string = `query Certificates($by: CustomerBy!, $after: String) { result: customer(by: $by) {
  exemptions(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes {
    serviceId country stateCode certificateStatus exemptionType validFrom validThrough certificate { certificateId name } } } } }`;
