import { z } from 'zod';
import { strictInput } from '../base/input.ts';
import { field, type RecordOf, record } from '../base/record.ts';

/**
 * Facts that the seller knows but tax codes do not express. The rate book lists the places where the tax depends on
 * these facts.
 */
const meanings = {
  isPrescribed: 'Whether the item is sold on a prescription.',
  isPaidByInsurer: 'Whether a health insurer, Medicare or Medicaid pays for the item.',
  isPaidByMedicareOrMedicaid: 'Whether Medicare or Medicaid pays for the item.',
  isForChild: 'Whether the item is made for children.',
  isProsthesis: 'Whether the item, such as an artificial limb, replaces a missing part of the body.',
  isWheelchairOrCrutches: 'Whether the item is a wheelchair or a pair of crutches.',
  isCarbonated: 'Whether the drink is carbonated.',
  isEverydayWear: 'Whether the sportswear is suited to everyday wear.',
  isUsedAtWork: 'Whether the wearer needs the protective clothing for work.',
  isSubscription: 'Whether the publication is sold by subscription. False for a single copy.',
  isMailed: 'Whether the publication is delivered by mail.',
  isCourseBook: 'Whether a college course requires the book and an enrolled student buys it.',
  isSoldBySchool: 'Whether a school, college or university sells the item, for example in a campus bookstore.',
  isBusinessUse:
    'Whether a commercial business buys the item only for its own use. False for personal use; omit it for other buyers, such as charities.',
  isBuyerRegistered: 'Whether the buyer is a business registered for sales tax in the place.',
  isSoftware: 'Whether the item is software, such as an app.',
  isNegotiatedLicense: 'Whether both parties negotiated and signed the software license.',
  isServerInState: 'Whether the server is in the buyer’s state.',
  isDataProcessing: 'Whether the service processes the buyer’s data without giving access to software.',
  isHardwareWork: 'Whether the service repairs or maintains hardware.',
  isForOneClient: 'Whether the information is gathered for one client only.',
  isHairCare: 'Whether the service cuts, colors or styles hair.',
  isVehicleRepair: 'Whether the repaired item is a motor vehicle.',
  isWithParts: 'Whether the repairer supplies parts.',
  isLivePerformance: 'Whether the ticket is for a live concert, play, dance or opera.',
} as const;

export type ItemAttribute = keyof typeof meanings;
export const itemAttributeNames = Object.keys(meanings) as ItemAttribute[];

/** Creates one value per attribute from its meaning. */
const perAttribute = <Value>(make: (meaning: string) => Value) =>
  Object.fromEntries(itemAttributeNames.map((name) => [name, make(meanings[name])])) as {
    [Name in ItemAttribute]: Value;
  };

export const itemAttributes = record(
  'ItemAttributes',
  'Attributes of an item on which the tax depends, as provided by the seller.',
  perAttribute((meaning) => field.absent(field.flag(meaning), 'if not provided')),
);
export type ItemAttributes = RecordOf<typeof itemAttributes>;

/** Unknown names are refused, because ignoring a misspelling would change the tax. */
export const itemAttributesInput = strictInput(
  'ItemAttributesInput',
  itemAttributes.description,
  perAttribute((meaning) => z.boolean().optional().meta({ description: meaning })),
).transform(statedAttributes);

/** In a fixed order, so that equal sets of attributes have identical text; null without attributes. */
function statedAttributes(sent: ItemAttributes): ItemAttributes | null {
  const stated = itemAttributeNames.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]]]));
  return stated.length === 0 ? null : Object.fromEntries(stated);
}

/** Writes attributes as `isPrescribed: true, isMailed: false`. */
export function describeAttributes(stated: ItemAttributes): string {
  return itemAttributeNames
    .filter((name) => stated[name] !== undefined)
    .map((name) => `${name}: ${stated[name]}`)
    .join(', ');
}

/**
 * Parses text such as `isPrescribed: true, isMailed: false`; a name without a value means true. Null if any part is not
 * an attribute.
 */
export function parseAttributes(text: string): ItemAttributes | null {
  const sent = text.split(/[,;]/).map((part) => /^\s*(\w+)\s*(?:[:=]\s*(true|false)\s*)?$/i.exec(part));
  const members = sent.map((part) => part && [part[1], part[2]?.toLowerCase() !== 'false']);
  if (members.includes(null)) return null;
  const parsed = itemAttributesInput.safeParse(Object.fromEntries(members as [string, boolean][]));
  return parsed.success ? parsed.data : null;
}
