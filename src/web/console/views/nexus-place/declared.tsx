import { Badge } from '../../base/badge.tsx';
import { Empty } from '../../base/loaded.tsx';
import { Panel } from '../../base/page.tsx';
import { dayText, today } from '../../format/format.ts';
import { placeTexts } from '../../texts/nexus.ts';
import { known, recordTexts } from '../../texts/records.ts';
import { type Tracker, windowState } from './declaration.ts';

const { declared: texts } = placeTexts;

type Entry = {
  readonly name: string;
  readonly about: string;
  readonly validFrom: string;
  readonly validThrough: string | null;
};

/** The seller's declarations for a place. */
export function Declared({ tracker: { declaration } }: { readonly tracker: Tracker }) {
  const { registrations = [], economicNexus = [], physicalNexus = [] } = declaration ?? {};
  const entries: readonly Entry[] = [
    ...registrations.map((one) => ({
      name: texts.registration,
      about: [
        one.scheme !== 'STANDARD' && known(recordTexts.schemes, one.scheme),
        one.number && texts.number(one.number),
        one.filingFrequency && texts.files(known(recordTexts.frequencies, one.filingFrequency), one.filingDueDay),
        one.hasFixedEstablishment && texts.established,
      ]
        .filter(Boolean)
        .join(', '),
      ...one,
    })),
    ...economicNexus.map((one) => ({ name: texts.economic, about: '', ...one })),
    ...physicalNexus.map((one) => ({ name: texts.physical, about: one.note ?? '', ...one })),
  ];
  return (
    <Panel title={texts.title}>
      {entries.length === 0 ? (
        <Empty title={texts.none}>{texts.noneText}</Empty>
      ) : (
        <ul class="list">
          {entries.map((entry) => (
            <li key={`${entry.name} ${entry.about} ${entry.validFrom}`}>
              <div class="grow">
                <span class="strong">{entry.name}</span>
                {entry.about !== '' && <span class="small soft">{entry.about}</span>}
              </div>
              <div class="number small">
                {entry.validThrough === null
                  ? texts.since(dayText(entry.validFrom))
                  : texts.until(dayText(entry.validFrom), dayText(entry.validThrough))}{' '}
                <State entry={entry} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function State({ entry }: { readonly entry: Entry }) {
  const state = windowState(entry, today());
  if (state === 'now') return null;
  return <Badge>{state === 'ended' ? texts.ended : texts.later}</Badge>;
}
