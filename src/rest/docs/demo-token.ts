import { AppError } from '../../domain/base/errors.ts';
import { demoTokenPath, whyRefused } from '../../http/demo-request.ts';
import { jsonReply, openRoute, type Route } from '../http/route.ts';

/** For the interactive pages. Not part of the public interface, so the OpenAPI document omits it. */
export const demoTokenRoute: Route = openRoute('POST', demoTokenPath, async (call) => {
  const { demo, http } = call.deps;
  if (!demo) throw new AppError('PATH_NOT_FOUND', 'This gateway has no demo.');
  const refusal = whyRefused({ ...call, request: call.request.raw, allowedOrigins: http.allowedOrigins });
  if (refusal !== null) throw new AppError('FORBIDDEN', refusal);
  return jsonReply(200, await demo.issueToken());
});
