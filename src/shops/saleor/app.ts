import { orderEvents, orderSubscriptionOf, taxSubscription } from './payloads.ts';
import { createWebhooks, type Settings } from './webhooks.ts';

/**
 * The complete app: its manifest at `/api/manifest`, used by Saleor for installation, and its webhook endpoint at
 * `/api/webhooks`. `appUrl` is the URL at which Saleor reaches the app.
 */
export function createApp(settings: Settings & { readonly appUrl: string }): (request: Request) => Promise<Response> {
  const webhooks = createWebhooks(settings);
  const appUrl = settings.appUrl.replace(/\/+$/, '');
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/webhooks' && request.method === 'POST') return webhooks(request);
    if (pathname === '/api/manifest') return Response.json(manifestOf(appUrl));
    // Saleor sends a token on installation. The app never calls Saleor, so the token is not stored.
    if (pathname === '/api/register' && request.method === 'POST') return Response.json({ success: true });
    return Response.json({ message: 'Not found.' }, { status: 404 });
  };
}

function manifestOf(appUrl: string) {
  const targetUrl = `${appUrl}/api/webhooks`;
  const taxes = ['CHECKOUT_CALCULATE_TAXES', 'ORDER_CALCULATE_TAXES'].map((event) => ({
    name: `Tollgate: ${event}`,
    syncEvents: [event],
    query: taxSubscription,
    targetUrl,
    isActive: true,
  }));
  const orders = Object.keys(orderEvents).map((event) => ({
    name: `Tollgate: ${event}`,
    asyncEvents: [event],
    query: orderSubscriptionOf(event),
    targetUrl,
    isActive: true,
  }));
  return {
    id: 'tollgate.tax',
    version: '0.1.0',
    name: 'Tollgate',
    about: 'US sales tax, VAT and GST.',
    permissions: ['HANDLE_TAXES', 'MANAGE_ORDERS', 'HANDLE_PAYMENTS'],
    appUrl,
    tokenTargetUrl: `${appUrl}/api/register`,
    webhooks: [...taxes, ...orders],
  };
}
