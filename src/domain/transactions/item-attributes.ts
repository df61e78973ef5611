import { z } from 'zod';
import { strictInput } from '../base/input.ts';
import { field, type RecordOf, record } from '../base/record.ts';

/** Facts that the seller knows and no tax code shows. The rate book says where the tax depends on them. */
const meanings = {
  isPrescribed: 'Whether the item is sold on a prescription.',
  isPaidByInsurer: 'Whether a health insurer, Medicare or Medicaid pays for the item.',
  isPaidByMedicareOrMedicaid: 'Whether Medicare or Medicaid pays for the item.',
  isForChild: 'Whether the item is made for children.',
  isProsthesis: 'Whether the item replaces a missing part of the body, such as an artificial limb.',
  isWheelchairOrCrutches: 'Whether the item is a wheelchair or crutches.',
  isCarbonated: 'Whether the drink is carbonated.',
  isEverydayWear: 'Whether the sportswear is suited to everyday wear.',
  isUsedAtWork: 'Whether the wearer needs the protective clothing for work.',
  isSubscription: 'Whether the publication is sold by subscription. False for a single copy.',
  isMailed: 'Whether the publication is delivered by mail.',
  isCourseBook: 'Whether a college course requires the book and an enrolled student buys it.',
  isSoldBySchool: 'Whether a school, college or university sells the item, such as in a bookstore on its campus.',
  isBusinessUse:
    'Whether a commercial business buys the item for its own use only. False for personal use; omit it for other buyers, such as charities.',
  isBuyerRegistered: 'Whether the buyer is a business that is registered for the sales tax of the place.',
  isSoftware: 'Whether the item is software, such as an app.',
  isNegotiatedLicense: 'Whether both parties negotiated and signed the license of the software.',
  isServerInState: 'Whether the server is in the state of the buyer.',
  isDataProcessing: 'Whether the service processes data of the buyer and does not give access to software.',
  isHardwareWork: 'Whether the service repairs or maintains hardware.',
  isForOneClient: 'Whether the information is gathered for one client and not used for others.',
  isHairCare: 'Whether the service cuts, colors or styles hair.',
  isVehicleRepair: 'Whether the repaired item is a motor vehicle.',
  isWithParts: 'Whether the repairer supplies parts.',
  isLivePerformance: 'Whether the ticket is for a live concert, play, dance or opera.',
} as const;

export type ItemAttribute = keyof typeof meanings;
export const itemAttributeNames = Object.keys(meanings) as ItemAttribute[];

/** Something for each attribute, made of its meaning. */
const perAttribute = <Value>(make: (meaning: string) => Value) =>
  Object.fromEntries(itemAttributeNames.map((name) => [name, make(meanings[name])])) as {
    [Name in ItemAttribute]: Value;
  };

export const itemAttributes = record(
  'ItemAttributes',
  'What the seller states about an item where the tax depends on it.',
  perAttribute((meaning) => field.absent(field.flag(meaning), 'if it was not stated')),
);
export type ItemAttributes = RecordOf<typeof itemAttributes>;

/** An unknown name is refused: ignored, a misspelling would change the tax. */
export const itemAttributesInput = strictInput(
  'ItemAttributesInput',
  itemAttributes.description,
  perAttribute((meaning) => z.boolean().optional().meta({ description: meaning })),
).transform(statedAttributes);

/** In the order of the names, so that equal statements look the same; null without any. */
function statedAttributes(sent: ItemAttributes): ItemAttributes | null {
  const stated = itemAttributeNames.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]]));
  return stated.length === 0 ? null : Object.fromEntries(stated);
}

/** `isPrescribed: true, isMailed: false` */
export function describeAttributes(stated: ItemAttributes): string {
  return itemAttributeNames
    .filter((name) => stated[name] !== undefined)
    .map((name) => `${name}: ${stated[name]}`)
    .join(', ');
}

/** Reads that text; a name on its own is true. Null if a part is not an attribute. */
export function parseAttributes(text: string): ItemAttributes | null {
  const sent = text.split(/[,;]/).map((part) => /^\s*(\w+)\s*(?:[:=]\s*(true|false)\s*)?$/i.exec(part));
  const members = sent.map((part) => part && [part[1], part[2]?.toLowerCase() !== 'false']);
  if (members.includes(null)) return null;
  const parsed = itemAttributesInput.safeParse(Object.fromEntries(members as [string, boolean][]));
  return parsed.success ? parsed.data : null;
}
