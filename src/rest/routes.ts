import { accountRoutes } from './account/account.ts';
import { testClockRoutes } from './account/test-clock.ts';
import { tokenRoutes } from './account/token.ts';
import { auditRoutes } from './audit/audit-entries.ts';
import { certificatePageRoutes } from './certificate-requests/buyer-page.ts';
import { certificateRequestRoutes } from './certificate-requests/certificate-requests.ts';
import { clientRoutes } from './clients/clients.ts';
import { customerRoutes } from './customers/customers.ts';
import { frontRoutes } from './docs/front-page.ts';
import { withDocumentation } from './documentation.ts';
import { exchangeRateRoutes } from './exchange-rates/exchange-rates.ts';
import { exemptionCoverageRoutes } from './exemptions/coverage.ts';
import { exemptionCsvRoutes } from './exemptions/exemption-csv-routes.ts';
import { exemptionFileRoutes } from './exemptions/exemption-file.ts';
import { exemptionRoutes } from './exemptions/exemptions.ts';
import { exemptionImpactRoute } from './exemptions/impact.ts';
import { refundTaxRoute } from './exemptions/refund-tax.ts';
import { exposureRoutes } from './exposure/exposure.ts';
import type { Route } from './http/route.ts';
import { journalRoutes } from './journal/journal.ts';
import { liabilityRoutes } from './liability/liability.ts';
import { lookupRoutes } from './lookups/lookups.ts';
import { rateBookVersionRoutes } from './lookups/rate-book-versions.ts';
import { rateChangeRoutes } from './lookups/rate-changes.ts';
import { rateTableRoute } from './lookups/rate-table.ts';
import { ruleCoverageRoutes } from './lookups/rule-coverage.ts';
import { rulingRoutes } from './lookups/rulings.ts';
import { singleRateChangeRoutes } from './lookups/single-rate-change.ts';
import { nexusRoutes } from './nexus/nexus.ts';
import { productRoutes } from './products/products.ts';
import { reconciliationRoute } from './reconciliations/reconciliations.ts';
import { refusalRoutes } from './refusals/refusals.ts';
import { ecSalesListRoutes } from './returns/ec-sales-list.ts';
import { returnRoutes } from './returns/returns.ts';
import { capabilitiesRoutes } from './service/capabilities.ts';
import { healthRoutes } from './service/health.ts';
import { taxNumberRoutes } from './tax-numbers/tax-numbers.ts';
import { filingRoutes } from './transactions/filing.ts';
import { transactionRoutes } from './transactions/transactions.ts';
import { webhookDeliveryRoutes } from './webhooks/webhook-deliveries.ts';
import { webhookEndpointRoutes } from './webhooks/webhook-endpoints.ts';

/** The routes, in the order of the OpenAPI document. */
export const allRoutes: readonly Route[] = withDocumentation([
  ...accountRoutes,
  ...testClockRoutes,
  ...tokenRoutes,
  ...healthRoutes,
  ...customerRoutes,
  ...transactionRoutes,
  reconciliationRoute,
  ...exemptionRoutes,
  ...exemptionFileRoutes,
  ...exemptionCsvRoutes,
  ...exemptionCoverageRoutes,
  exemptionImpactRoute,
  refundTaxRoute,
  ...certificateRequestRoutes,
  ...certificatePageRoutes,
  ...lookupRoutes,
  ...rateBookVersionRoutes,
  ...rulingRoutes,
  ...rateChangeRoutes,
  ...singleRateChangeRoutes,
  rateTableRoute,
  ...ruleCoverageRoutes,
  ...capabilitiesRoutes,
  ...nexusRoutes,
  ...exposureRoutes,
  ...liabilityRoutes,
  ...journalRoutes,
  ...ecSalesListRoutes,
  ...returnRoutes,
  ...filingRoutes,
  ...exchangeRateRoutes,
  ...productRoutes,
  ...refusalRoutes,
  ...taxNumberRoutes,
  ...webhookEndpointRoutes,
  ...webhookDeliveryRoutes,
  ...auditRoutes,
  ...clientRoutes,
  ...frontRoutes,
]);
