import { AppError } from '../../domain/base/errors.ts';
import { demoTokenPath, faultOfDemoRequest } from '../../http/demo-request.ts';
import { jsonReply, openRoute, type Route } from '../http/route.ts';

/** For GraphiQL and the documentation page. It is no part of the interface, and so in no document. */
export const demoTokenRoute: Route = openRoute('POST', demoTokenPath, async (call) => {
  const { demo, http } = call.deps;
  if (!demo) throw new AppError('PATH_NOT_FOUND', 'This gateway has no demo.');
  const fault = faultOfDemoRequest({ ...call, request: call.request.raw, allowedOrigins: http.allowedOrigins });
  if (fault !== null) throw new AppError('FORBIDDEN', fault);
  return jsonReply(200, await demo.issueToken());
});
