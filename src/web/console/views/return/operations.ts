import { graphql } from '../../base/graphql.ts';

const totalsFragment = graphql(`
  fragment totals on LiabilityRow {
    transactionCount
    exemptAmounts { reason amount }
    amounts {
      currency
      grossSalesAmount
      taxableAmount
      exemptAmount
      nonTaxableAmount
      uncollectedAmount
      marketplaceSalesAmount
      marketplaceTaxAmount
      refundsAmount
      feeAmount
      taxAmount
    }
  }
`);

export const returnOperation = graphql(
  `
  query returnShown($by: TaxReturnBy!) {
    taxReturn(by: $by) {
      place
      country
      state
      period
      from
      to
      scheme
      status
      reopeningReason
      reportedLaterCount
      defaultPaidCurrency
      digest
      filings { number }
      figures {
        totals { ...totals }
        jurisdictions {
          transactionCount
          key { jurisdiction { jurisdictionId name level } }
          amounts { currency taxableAmount taxAmount }
        }
        oneStopShop {
          currency
          isNil
          taxAmount
          transactionCount
          supplies { memberState kind dispatchedFrom rate taxableAmount taxAmount }
          corrections { memberState period taxAmount }
          balances { memberState taxAmount }
        }
        notices { code message }
      }
    }
  }
`,
  [totalsFragment],
);

export const returnDueOperation = graphql(`
  query returnDue($dueOn: DateFilter!) {
    dueTaxReturns(first: 100, filter: { dueOn: $dueOn }) {
      nodes { dueOn frequency taxReturn { place period scheme } }
    }
  }
`);

export const returnChecksOperation = graphql(`
  query returnChecks(
    $period: PeriodInput!
    $country: CountryCode!
    $state: String
    $place: String!
    $counted: CountedDocumentsInput!
    $late: TransactionFilter!
    $missed: TransactionFilter!
    $orders: TransactionFilter!
  ) {
    liability(period: $period, country: $country, state: $state, groupBy: [REASON, TAX_CODE]) {
      rows { key { reason taxCode } amounts { currency grossSalesAmount uncollectedAmount } }
    }
    late: transactions(counted: $counted, filter: $late, first: 20) { nodes { taxDate } pageInfo { hasNextPage } }
    missed: transactions(filter: $missed, first: 20) { nodes { taxDate } pageInfo { hasNextPage } }
    orders: transactions(filter: $orders, first: 20) { nodes { taxDate } pageInfo { hasNextPage } }
    ruleCoverage(places: [$place]) { places { oneSourceCodes noSourceCodes } }
  }
`);

export const returnFormOperation = graphql(`
  query returnForm($by: TaxReturnBy!, $filedOn: Date, $prepaidAmount: Decimal, $prepaidLocalAmount: Decimal) {
    taxReturn(by: $by) {
      form(filedOn: $filedOn, prepaidAmount: $prepaidAmount, prepaidLocalAmount: $prepaidLocalAmount) {
        formCode
        name
        sources { title url }
        notices { code message }
        hasLocalPrepayments
        lines { form box label value currency decimalPlaces jurisdiction { jurisdictionId name } }
        payment {
          currency
          filedOn
          dueOn
          steps { kind amount reason sources { title url } }
          amountPayable
        }
      }
    }
  }
`);

export const returnFilingsOperation = graphql(
  `
  query returnFilings($by: TaxReturnBy!) {
    taxReturn(by: $by) {
      status
      reopeningReason
      filings {
        number
        filedAt
        filedBy
        referenceNumber
        amountPaid
        paidCurrency
        payment { currency filedOn dueOn prepaidAmount discountAmount amountPayable notices { code message } }
        figures { totals { ...totals } oneStopShop { currency taxAmount transactionCount } }
        difference { totals { ...totals } oneStopShop { currency taxAmount transactionCount } }
        differenceToFirst { totals { ...totals } oneStopShop { currency taxAmount transactionCount } }
      }
      figures { totals { ...totals } oneStopShop { currency taxAmount transactionCount } }
      difference { totals { ...totals } oneStopShop { currency taxAmount transactionCount } }
    }
  }
`,
  [totalsFragment],
);

export const returnChangesOperation = graphql(`
  query returnChanges($by: TaxReturnBy!) {
    taxReturn(by: $by) {
      difference {
        jurisdictions { key { jurisdiction { jurisdictionId name } } amounts { currency taxableAmount taxAmount } }
      }
    }
  }
`);

export const fileReturnOperation = graphql(`
  mutation returnFile($input: FileTaxReturnInput!) {
    fileTaxReturn(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);

export const reopenReturnOperation = graphql(`
  mutation returnReopen($input: ReopenTaxReturnInput!) {
    reopenTaxReturn(input: $input) { __typename ... on UserError { issues { message } } }
  }
`);
