import { graphql } from '../../base/graphql.ts';

export const ecSalesListOperation = graphql(`
  query ecSalesList($period: PeriodInput!, $country: CountryCode) {
    ecSalesList(period: $period, country: $country) {
      currency
      lines { countryCode vatNumber kind amount numberStatus checkedAt consultationNumber transactionCount }
      notices { message }
    }
  }
`);
