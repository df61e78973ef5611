import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from '../graphql/ask.ts';
import { bodyOf, startApp, type TestApp } from '../support/app.ts';
import { aCustomerBody, anInvoiceBody, anItemBody } from '../support/bodies.ts';

/*
 * The day of a clerk who manages exemption certificates: imports a file of them, finds gaps, lists expiring ones, and
 * refunds tax for a late certificate. Once through each door.
 */

type Gap = { readonly state: string; readonly status: string; readonly daysLeft: number | null };
type Refunds = { readonly outcomes: readonly string[]; readonly tax: string };

/** The clerk's actions, for one door. */
type Door = {
  importFile(file: string): Promise<number>;
  coverage(customerId: string, states: readonly string[]): Promise<readonly Gap[]>;
  expiring(): Promise<readonly string[]>;
  /** Tax exempted by state. */
  impact(customerId: string, state: string): Promise<Readonly<Record<string, string>>>;
  exemptionId(certificateId: string): Promise<string>;
  refundTax(exemptionId: string, dryRun: boolean): Promise<Refunds>;
  cancel(exemptionId: string): Promise<string>;
};

let app: TestApp;
beforeEach(async () => {
  app = await startApp({ now: () => new Date('2026-07-20T12:00:00Z') });
});
afterEach(() => app.close());

type Listed = { readonly serviceId: string; readonly certificate: { readonly certificateId: string } };
type Row = { readonly outcome: string };

const rest: Door = {
  async importFile(file) {
    const form = new FormData();
    form.set('csvFile', new Blob([file]), 'certificates.csv');
    const headers = { Authorization: `Bearer ${await app.token()}` };
    const report = await bodyOf<{ success_count: number }>(
      app.fetch('/v1/exemption_imports', { method: 'POST', headers, body: form }),
    );
    return report.success_count;
  },
  async coverage(customerId, states) {
    const path = `/v1/customers/serviceId/${customerId}/exemption_coverage?state=${states.join(',')}`;
    type Covered = { state: string; status: string; daysLeft?: number };
    const { states: rows } = await bodyOf<{ states: Covered[] }>(app.send('GET', path));
    return rows.map(({ state, status, daysLeft = null }) => ({ state, status, daysLeft }));
  },
  async expiring() {
    const listed = await bodyOf<Listed[]>(app.send('GET', '/v1/exemptions?certificateStatus=EXPIRING_SOON'));
    return listed.map(({ certificate }) => certificate.certificateId);
  },
  async impact(customerId, state) {
    const body = { exemption: { customerId }, states: [{ code: state }] };
    const { states } = await bodyOf<{ states: { state: string; exemptibleTaxAmount: number }[] }>(
      app.send('POST', '/v1/exemptions/impact', body),
    );
    return Object.fromEntries(states.map((one) => [one.state, one.exemptibleTaxAmount.toFixed(2)]));
  },
  async exemptionId(certificateId) {
    const listed = await bodyOf<Listed[]>(app.send('GET', '/v1/exemptions'));
    return listed.find(({ certificate }) => certificate.certificateId === certificateId)!.serviceId;
  },
  async refundTax(exemptionId, dryRun) {
    const path = `/v1/exemptions/serviceId/${exemptionId}/tax_refunds`;
    const { rows, totals } = await bodyOf<{ rows: Row[]; totals: { refundedTaxAmount: number }[] }>(
      app.send('POST', path, { dryRun }),
    );
    return { outcomes: rows.map(({ outcome }) => outcome), tax: (totals[0]?.refundedTaxAmount ?? 0).toFixed(2) };
  },
  async cancel(exemptionId) {
    const path = `/v1/exemptions/serviceId/${exemptionId}`;
    const body = { exemptionStatus: 'CANCELLED' };
    return (await bodyOf<{ certificateStatus: string }>(app.send('PATCH', path, body))).certificateStatus;
  },
};

const graphql: Door = {
  async importFile(file) {
    const operations = {
      query: `mutation ($input: ImportExemptionsInput!) { importExemptions(input: $input) { ... on ExemptionImport { successCount } } }`,
      variables: { input: { file: null } },
    };
    const form = new FormData();
    form.set('operations', JSON.stringify(operations));
    form.set('map', JSON.stringify({ 0: ['variables.input.file'] }));
    form.set('0', new Blob([file]), 'certificates.csv');
    const headers = { Authorization: `Bearer ${await app.token()}`, 'GraphQL-Require-Preflight': '1' };
    const answer = await bodyOf<{ data: { importExemptions: { successCount: number } } }>(
      app.fetch('/graphql', { method: 'POST', headers, body: form }),
    );
    return answer.data.importExemptions.successCount;
  },
  async coverage(customerId, states) {
    const query = `query ($by: CustomerBy!, $states: [String!]) { customer(by: $by) { exemptionCoverage(states: $states) { state status daysLeft } } }`;
    const { data } = await ask(app, query, { variables: { by: { serviceId: customerId }, states } });
    return data.customer.exemptionCoverage;
  },
  async expiring() {
    const query = `{ exemptions(filter: {certificateStatus: {eq: EXPIRING_SOON}}, orderBy: {field: VALID_THROUGH, direction: ASC}) { nodes { certificate { certificateId } } } }`;
    const nodes: Listed[] = (await ask(app, query)).data.exemptions.nodes;
    return nodes.map(({ certificate }) => certificate.certificateId);
  },
  async impact(customerId, state) {
    const query = `query ($input: ExemptionImpactInput!) { exemptionImpact(input: $input) { ... on ExemptionImpact { states { state exemptibleTaxAmount } } } }`;
    const variables = { input: { exemption: { described: { customerId, exemption: {}, states: [{ code: state }] } } } };
    const { states } = (await ask(app, query, { variables })).data.exemptionImpact;
    return Object.fromEntries(
      states.map((one: { state: string; exemptibleTaxAmount: string }) => [one.state, one.exemptibleTaxAmount]),
    );
  },
  async exemptionId(certificateId) {
    const query = `query ($id: String!) { exemptions(filter: {certificateId: {eq: $id}}) { nodes { serviceId } } }`;
    return (await ask(app, query, { variables: { id: certificateId } })).data.exemptions.nodes[0].serviceId;
  },
  async refundTax(serviceId, dryRun) {
    const query = `mutation ($input: RefundExemptTaxInput!) { refundExemptTax(input: $input) { ... on TaxRefundRun { rows { outcome } totals { refundedTaxAmount } } } }`;
    const { rows, totals } = (await ask(app, query, { variables: { input: { by: { serviceId }, dryRun } } })).data
      .refundExemptTax;
    return { outcomes: rows.map(({ outcome }: Row) => outcome), tax: totals[0]?.refundedTaxAmount ?? '0.00' };
  },
  async cancel(serviceId) {
    const query = `mutation ($input: CancelExemptionInput!) { cancelExemption(input: $input) { ... on Exemption { certificateStatus } } }`;
    return (await ask(app, query, { variables: { input: { by: { serviceId } } } })).data.cancelExemption
      .certificateStatus;
  },
};

async function put(kind: 'customers' | 'transactions', externalId: string, body: object): Promise<string> {
  const response = await app.send('PUT', `/v1/${kind}/source/9/externalId/${externalId}`, body);
  return (await bodyOf<{ serviceId: string }>(response)).serviceId;
}

describe.each([
  ['REST', rest],
  ['GraphQL', graphql],
])('the day of a certificate clerk, through %s', (_name, door) => {
  it('runs without a workaround', async () => {
    const customerId = await put('customers', 'shelter', aCustomerBody({ externalId: 'shelter', name: 'Shelter' }));
    // 9.025 % of 400 in Minneapolis.
    const dates = { createdDate: '2026-06-02', updatedDate: '2026-06-02' };
    const items = [anItemBody({ unitPrice: 400, quantity: 1 })];
    const sale = anInvoiceBody(customerId, { externalId: 'lamps', externalTimestamps: dates, items });
    await put('transactions', 'lamps', sale);

    // In the morning, a file of certificates arrives.
    const file = [
      'source,externalId,states,certificateId,exemptionReason,toDate',
      '9,shelter,NY|GA,C-OPEN,charity,',
      '9,shelter,TX,C-AUGUST,charity,2026-08-31',
      '9,shelter,WI,C-OVER,charity,2026-06-30',
      '',
    ].join('\r\n');
    expect(await door.importFile(file)).toBe(3);

    // Where is the customer covered, and which certificates must be renewed?
    expect(await door.coverage(customerId, ['NY', 'GA', 'TX', 'WI', 'MN'])).toEqual([
      { state: 'NY', status: 'COVERED', daysLeft: null },
      { state: 'GA', status: 'NOT_ACCEPTED', daysLeft: null },
      { state: 'TX', status: 'EXPIRING_SOON', daysLeft: 42 },
      { state: 'WI', status: 'GAP', daysLeft: -20 },
      { state: 'MN', status: 'GAP', daysLeft: null },
    ]);
    expect(await door.expiring()).toEqual(['C-AUGUST']);

    // The gap in Minnesota has cost the customer tax. The certificate comes late.
    expect(await door.impact(customerId, 'MN')).toEqual({ MN: '36.10' });
    expect(await door.importFile('source,externalId,states,certificateId\r\n9,shelter,MN,C-LATE\r\n')).toBe(1);
    const late = await door.exemptionId('C-LATE');
    expect(await door.refundTax(late, true)).toEqual({ outcomes: ['PREVIEWED'], tax: '36.10' });
    expect(await door.refundTax(late, false)).toEqual({ outcomes: ['REFUNDED'], tax: '36.10' });
    expect(await door.refundTax(late, false)).toEqual({ outcomes: [], tax: '0.00' });
    expect((await door.coverage(customerId, ['MN']))[0]!.status).toBe('COVERED');

    // In the evening, one is cancelled.
    expect(await door.cancel(await door.exemptionId('C-AUGUST'))).toBe('CANCELLED');
    expect((await door.coverage(customerId, ['TX']))[0]!.status).toBe('GAP');
  });
});
