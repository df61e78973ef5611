import { createHash } from 'node:crypto';
import {
  businessOf,
  reasonOf,
  type StreamlinedCertificate,
  streamlinedForm,
} from '../../domain/certificate-requests/streamlined-certificate.ts';
import { isDrawn } from '../../files/pdf/lines.ts';
import { pdfOf } from '../../files/pdf/pdf.ts';
import type { CheckedFile } from '../exemptions/exemption-file.ts';

type Completed = {
  readonly certificate: StreamlinedCertificate;
  readonly seller: string;
  readonly states: readonly { readonly code: string; readonly name: string }[];
  readonly requestId: string;
  readonly submittedAt: Date;
};

const fileName = 'streamlined-certificate.pdf';
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The filled-in form as a document for an auditor, in the order of form F0003. */
export function completedCertificate({ certificate, seller, states, requestId, submittedAt }: Completed): CheckedFile {
  const { purchaserName, street, city, state, zip, country, signedBy, signerTitle } = certificate;
  const fact = (label: string, value: string) => ({ label, value });
  const numberIn = (code: string) =>
    certificate.stateNumbers.find((one) => one.state === code)?.number ?? 'No number given';
  const facts = [
    fact('Kind of certificate', 'For all purchases from the seller (blanket certificate)'),
    fact('Purchaser', purchaserName),
    fact('Business address', `${street}, ${city}, ${state} ${zip}, ${country}`),
    fact('Seller', seller),
    fact('Type of business', businessOf(certificate)),
    fact('Reason for exemption', reasonOf(certificate).words),
  ];
  const numbers = states.map(({ code, name }) => fact(`${name} (${code})`, numberIn(code)));
  const time = submittedAt.toISOString();
  const signature = [
    fact('Signature', signedBy),
    fact('Printed name', signedBy),
    fact('Title', signerTitle),
    fact('Date', `${longDay.format(submittedAt)}, ${time.slice(11, 19)} UTC`),
  ];
  const texts = [...facts, ...numbers, ...signature].map(({ value }) => value);
  const content = pdfOf({
    title: streamlinedForm.name,
    footer: `Certificate request ${requestId}`,
    createdAt: submittedAt,
    blocks: [
      { text: streamlinedForm.terms },
      { heading: 'Purchaser and reason' },
      ...facts,
      { heading: 'States, with the purchaser’s identification numbers' },
      ...numbers,
      { heading: 'Signature of the authorized purchaser' },
      { text: streamlinedForm.declaration },
      ...signature,
      {
        text: 'Completed and signed electronically: the purchaser opened a signed link from the seller, typed the name above as signature and confirmed the declaration.',
      },
      ...(texts.every(isDrawn) ? [] : [{ text: lackingNote }]),
    ],
  });
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { file: { name: fileName, mediaType: 'application/pdf', size: content.length, sha256 }, content };
}

const lackingNote =
  'Characters that the font of this document lacks are printed as Unicode code points in brackets. The text of the document has the characters themselves.';
