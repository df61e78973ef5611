import { matchPath } from './base/router.ts';
import type { Entry, View, ViewProps } from './base/view.ts';

// The views are split into chunks, each a script that loads with the first of its views.
async function documents() {
  const { documentsPart } = await import('./parts/documents.ts');
  return documentsPart;
}
async function returns() {
  const { returnsPart } = await import('./parts/returns.ts');
  return returnsPart;
}
async function customers() {
  const { customersPart } = await import('./parts/customers.ts');
  return customersPart;
}
async function rates() {
  const { ratesPart } = await import('./parts/rates.ts');
  return ratesPart;
}
async function settings() {
  const { settingsPart } = await import('./parts/settings.ts');
  return settingsPart;
}

/**
 * The views: the first with a matching path is shown. To add a view, create its file, then add it to its chunk and to
 * this list.
 */
const views: readonly View[] = [
  { path: '/console', load: async () => (await documents()).Inbox },
  { path: '/console/documents', load: async () => (await documents()).Documents },
  { path: '/console/documents/:id', load: async () => (await documents()).DocumentView },
  { path: '/console/returns', load: async () => (await returns()).Returns },
  { path: '/console/returns/:place/:period', load: async () => (await returns()).ReturnView },
  { path: '/console/liability', load: async () => (await returns()).Liability },
  { path: '/console/returns/ec-sales-list', load: async () => (await returns()).EcSalesList },
  { path: '/console/customers', load: async () => (await customers()).Customers },
  { path: '/console/customers/:id', load: async () => (await customers()).CustomerView },
  { path: '/console/customers/:id/new-certificate', load: async () => (await customers()).NewCertificate },
  { path: '/console/certificates', load: async () => (await customers()).Certificates },
  { path: '/console/certificates/requests', load: async () => (await customers()).CertificateRequests },
  { path: '/console/certificates/:id', load: async () => (await customers()).CertificateView },
  { path: '/console/nexus', load: async () => (await customers()).NexusView },
  { path: '/console/nexus/:place', load: async () => (await customers()).NexusPlace },
  { path: '/console/products', load: async () => (await rates()).Products },
  { path: '/console/rates', load: async () => (await rates()).Rates },
  { path: '/console/try', load: async () => (await rates()).Try },
  { path: '/console/settings', load: async () => (await settings()).Settings },
];

export function findView(path: string): { readonly view: View; readonly params: ViewProps['params'] } | null {
  for (const view of views) {
    const params = matchPath(view.path, path);
    if (params) return { view, params };
  }
  return null;
}

/** The entries of the navigation, from top to bottom. */
export const entries: readonly Entry[] = [
  { name: 'Inbox', path: '/console', icon: 'inbox' },
  { name: 'Documents', path: '/console/documents', icon: 'documents' },
  { name: 'Returns', path: '/console/returns', icon: 'returns' },
  { name: 'Liability', path: '/console/liability', icon: 'liability' },
  { name: 'Customers', path: '/console/customers', icon: 'customers' },
  { name: 'Certificates', path: '/console/certificates', icon: 'certificate' },
  { name: 'Nexus', path: '/console/nexus', icon: 'nexus' },
  { name: 'Products', path: '/console/products', icon: 'products' },
  { name: 'Try', path: '/console/try', icon: 'try' },
  { name: 'Rates', path: '/console/rates', icon: 'rates' },
  { name: 'Settings', path: '/console/settings', icon: 'settings' },
];
