import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody, minneapolis } from '../../support/bodies.ts';
import { examples } from '../../support/examples.ts';
import { samplePdf } from '../../support/sample-files.ts';

let app: TestApp;
let authorization: string;
beforeAll(async () => {
  app = await startApp();
  authorization = `Bearer ${await app.token()}`;
});
afterAll(() => app.close());

const madison = { ...minneapolis, street: '1 Main St', city: 'Madison', state: 'WI', zip: '53703' };
const places = { MN: minneapolis, WI: madison };
const state = fc.constantFrom('MN' as const, 'WI' as const);
const certificate = fc.record({
  state,
  terms: fc.constantFrom({}, { taxCodes: ['C1S1'] }, { exemptionType: 'PARTIALLY', exemptFraction: 0.5 }),
  hasFile: fc.boolean(),
  /** Whether its file is attached or removed after the documents were stored. */
  isChanged: fc.boolean(),
});
/** At most one for each state, which then is the one that applies. */
const certificates = fc.uniqueArray(certificate, { selector: (one) => one.state, maxLength: 2 });
const sale = fc.record({
  buyer: fc.nat(1),
  state,
  taxCode: fc.constantFrom('C1S1', 'C1S30'),
  override: fc.constantFrom(null, 'IGNORE_CERTIFICATES', 'FORCE_EXEMPT'),
  isReturned: fc.boolean(),
});

type Named = { readonly externalId: string };
type Stored = { readonly serviceId: string };

async function send<Body>(method: string, path: string, body: object): Promise<Body> {
  const response = await app.send(method, path, body);
  expect(response.status).toBeLessThan(300);
  return bodyOf<Body>(response);
}

async function setFile({ serviceId }: Stored, isAttached: boolean) {
  const init = isAttached
    ? { method: 'PUT', headers: { authorization, 'content-type': 'application/pdf' }, body: samplePdf }
    : { method: 'DELETE', headers: { authorization } };
  const { status } = await app.fetch(`/v1/exemptions/serviceId/${serviceId}/file`, init as RequestInit);
  expect(status).toBeLessThan(300);
}

/** The documents of a source in both doors, which have to agree. */
async function listed(source: string, lacksCertificateFile: boolean): Promise<string[]> {
  const path = `/v1/transactions?limit=100&source=${source}&lacksCertificateFile=${lacksCertificateFile}`;
  const ids = (rows: readonly Named[]) => rows.map(({ externalId }) => externalId).sort();
  const overRest = ids(await bodyOf<Named[]>(app.send('GET', path)));
  const query = `query ($filter: TransactionFilter!) {
    transactions(first: 100, filter: $filter) { totalCount nodes { externalId } }
  }`;
  const { data } = await ask(app, query, { variables: { filter: { source: { eq: source }, lacksCertificateFile } } });
  expect(ids(data.transactions.nodes)).toEqual(overRest);
  expect(data.transactions.totalCount).toBe(overRest.length);
  return overRest;
}

it('lists the sales relieved by certificates without a file, over random certificates and sales', async () => {
  let run = 0;
  const buyers = fc.tuple(certificates, certificates);
  await fc.assert(
    fc.asyncProperty(buyers, fc.array(sale, { minLength: 1, maxLength: 6 }), async (papersOfBuyers, sales) => {
      const source = `${(run % 9) + 1}`;
      run++;
      const before = { true: await listed(source, true), false: await listed(source, false) };
      const held = [];
      for (const [index, papers] of papersOfBuyers.entries()) {
        const externalId = `C-${run}-${index}`;
        const path = `/v1/customers/source/${source}/externalId/${externalId}`;
        const { serviceId: customerId } = await send<Stored>('PUT', path, aCustomerBody({ source, externalId }));
        const stored = [];
        for (const paper of papers) {
          const exemption = { customerId, certificate: { certificateId: 'ST3' }, ...paper.terms };
          const states = [{ code: paper.state }];
          await send('POST', '/v1/exemptions', { exemption, states });
          const found = `/v1/exemptions?customerId=${customerId}&country=US&state=${paper.state}`;
          const [one] = await bodyOf<Stored[]>(app.send('GET', found));
          if (paper.hasFile) await setFile(one!, true);
          stored.push({ ...paper, serviceId: one!.serviceId });
        }
        held.push({ customerId, papers: stored });
      }
      const documents: { externalId: string; paper: { readonly hasFile: boolean } | undefined }[] = [];
      for (const [index, { buyer, state: at, taxCode, override: kind, isReturned }] of sales.entries()) {
        const { customerId, papers } = held[buyer]!;
        const covers = ({ terms }: { terms: object }) => !('taxCodes' in terms) || taxCode === 'C1S1';
        const paper = kind ? undefined : papers.find((one) => one.state === at && covers(one));
        const items = [anItemBody({ taxCode })];
        const put = async (externalId: string, more: object) => {
          const body = anInvoiceBody(customerId, { source, externalId, items, shippingAddress: places[at], ...more });
          await send('PUT', `/v1/transactions/source/${source}/externalId/${externalId}`, body);
          documents.push({ externalId, paper });
        };
        const createdFrom = `I-${run}-${index}`;
        await put(createdFrom, kind ? { exemptionOverride: { kind, reason: 'Agreed' } } : {});
        if (isReturned) await put(`R-${run}-${index}`, { transactionType: 'REFUND', createdFrom });
      }
      const compare = async () => {
        for (const isLacking of [true, false]) {
          const expected = documents.filter(({ paper }) => (paper?.hasFile === false) === isLacking);
          const ids = [...before[`${isLacking}`], ...expected.map(({ externalId }) => externalId)];
          expect(await listed(source, isLacking)).toEqual(ids.sort());
        }
      };
      await compare();
      for (const paper of held.flatMap(({ papers }) => papers).filter(({ isChanged }) => isChanged)) {
        paper.hasFile = !paper.hasFile;
        await setFile(paper, paper.hasFile);
      }
      await compare();
    }),
    { numRuns: examples(50) },
  );
});
