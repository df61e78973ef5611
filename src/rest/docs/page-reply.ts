import { framedPage, type Page, pageHeaders, pagePolicy } from '../../http/page.ts';
import type { Reply } from '../http/route.ts';

export function pageReply(page: Page, policy: string = pagePolicy): Reply {
  return { status: 200, body: framedPage(page), headers: { ...pageHeaders, 'Content-Security-Policy': policy } };
}
