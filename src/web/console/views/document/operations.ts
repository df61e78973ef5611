import { graphql } from '../../base/graphql.ts';

const line = graphql(`
  fragment line on TaxableLine {
    pointer
    taxCode
    totalPrice
    calculatedTotal
    taxableAmount
    taxAmount
    taxRate
    reason
    taxLines {
      jurisdiction { jurisdictionId name level }
      appliedRate
      taxableAmount
      exemptAmount
      taxAmount
      reason
    }
  }
`);

export const documentOperation = graphql(
  `
  query document($by: TransactionBy!) {
    transaction(by: $by) {
      serviceId
      source
      externalId
      transactionType
      transactionStatus
      transactionFilingStatus
      version
      taxDate
      currency
      isTaxInclusive
      subsidiary
      createdFrom
      createdFromTransaction { serviceId }
      cancellationReason
      totalItemsAmount
      totalDiscount
      finalTransactionAmount
      salesTax { amount }
      fees { name amount currency isCharged }
      rateBookVersion
      reportingPeriod { from to }
      customer { serviceId name externalId }
      buyer { taxNumber }
      exemptionOverride { reason }
      shippingAddress {
        street city state zip country
        matchedAddressData { precision }
      }
      shipFromAddress { street city state zip country }
      deliveryMethod
      collectedBy
      collectedTaxAmount
      marketplace
      placeEvidence { kind country }
      places { country state sourcing }
      certificates { exemptionId certificateId exemptionReason place validThrough }
      notices { code message pointer }
      invoiceNotes
      checks { name passed expected actual pointer }
      items { name product productSource description quantity unitPrice discount collectedTaxAmount ...line }
      shippingFee { ...line }
      refunds(first: 10) {
        nodes { serviceId externalId finalTransactionAmount currency }
      }
    }
  }
`,
  [line],
);

export const documentReturnOperation = graphql(`
  query documentReturn($filter: TaxReturnFilter!) {
    taxReturns(first: 1, filter: $filter) { nodes { place period scheme } }
  }
`);

export const whyOperation = graphql(`
  query documentWhy($by: TransactionBy!) {
    transaction(by: $by) {
      trace { kind pointer message validFrom sources { title url readOn } }
    }
  }
`);

export const historyOperation = graphql(`
  query documentHistory($by: TransactionBy!) {
    transaction(by: $by) {
      calculations(first: 10) {
        nodes {
          calculationNumber
          replacedAt
          recalculationReason
          rateBookVersion
          taxDate
          currency
          finalTransactionAmount
          salesTax { amount }
          items { name pointer taxAmount taxRate taxableAmount reason }
          shippingFee { pointer taxAmount taxRate taxableAmount reason }
        }
      }
    }
  }
`);

export const refundableOperation = graphql(`
  query documentRefundable($by: TransactionBy!) {
    transaction(by: $by) { refundable { taxAmount totalAmount } }
  }
`);

export const refundOperation = graphql(`
  mutation refundDocument($input: TransactionInput!) {
    upsertTransaction(input: $input) {
      __typename
      ... on Transaction { serviceId }
      ... on UserError { issues { message } }
    }
  }
`);

export const recalculateOperation = graphql(`
  mutation recalculateDocument($input: RecalculateTransactionInput!) {
    recalculateTransaction(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const cancelOperation = graphql(`
  mutation cancelDocument($input: CancelTransactionInput!) {
    cancelTransaction(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);
