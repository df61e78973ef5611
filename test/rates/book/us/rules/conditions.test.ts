import { describe, expect, it } from 'vitest';
import { type ItemAttributes, itemAttributeNames } from '../../../../../src/domain/transactions/item-attributes.ts';
import { loadBooks } from '../../../../../src/rates/book/bundled.ts';
import { asRecord, type JsonRecord } from '../../../../../src/rates/book/files/json-file.ts';
import { rowAsStated } from '../../../../../src/rates/book/rules/conditions.ts';
import { placeOf, rateBook, termsOf } from '../../rate-book.ts';

const on = '2026-08-20';

const ruleFor = (state: string, taxCode: string, attributes: ItemAttributes | null = null) =>
  rateBook.ruleFor(placeOf({ state, isPartial: true }), on, taxCode, 'ITEM', attributes);

/** The treatment, with a question mark if the condition remains unknown. */
function treatmentOf(state: string, taxCode: string, attributes: ItemAttributes | null): string {
  const { rule, notices } = ruleFor(state, taxCode, attributes);
  return rule.treatment + (notices.some(({ code }) => code === 'CONDITION_UNKNOWN') ? '?' : '');
}

// Each row: absent, true, false.
it.each([
  ['isPrescribed', 'KY', 'C1S21', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isPrescribed', 'TN', 'C1S21', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isPrescribed', 'GA', 'C1S23', ['EXEMPT?', 'EXEMPT', 'TAXABLE']],
  ['isPrescribed', 'TX', 'C5S4', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE?']],
  ['isPrescribed', 'NE', 'C1S23', ['TAXABLE?', 'TAXABLE?', 'TAXABLE']],
  ['isPaidByInsurer', 'AL', 'C1S23', ['TAXABLE?', 'TAXABLE?', 'TAXABLE']],
  ['isPaidByInsurer', 'MS', 'C1S23', ['TAXABLE?', 'TAXABLE?', 'TAXABLE']],
  ['isPaidByMedicareOrMedicaid', 'HI', 'C1S23', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isPaidByMedicareOrMedicaid', 'SC', 'C1S23', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isForChild', 'CA', 'C1S24', ['TAXABLE?', 'EXEMPT', 'TAXABLE?']],
  ['isForChild', 'IN', 'C1S24', ['EXEMPT?', 'EXEMPT', 'EXEMPT?']],
  ['isForChild', 'OH', 'C1S24', ['TAXABLE?', 'EXEMPT', 'TAXABLE?']],
  ['isProsthesis', 'OK', 'C1S22', ['EXEMPT?', 'EXEMPT', 'EXEMPT?']],
  ['isProsthesis', 'MO', 'C1S22', ['EXEMPT?', 'EXEMPT', 'EXEMPT?']],
  ['isWheelchairOrCrutches', 'CT', 'C1S23', ['TAXABLE?', 'EXEMPT', 'TAXABLE?']],
  ['isWheelchairOrCrutches', 'ME', 'C1S23', ['TAXABLE?', 'EXEMPT', 'TAXABLE?']],
  ['isCarbonated', 'CA', 'C1S12', ['TAXABLE?', 'TAXABLE', 'EXEMPT']],
  ['isCarbonated', 'CT', 'C1S13', ['EXEMPT?', 'TAXABLE', 'EXEMPT']],
  ['isEverydayWear', 'MN', 'C1S6', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isEverydayWear', 'VT', 'C1S6', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isUsedAtWork', 'NJ', 'C1S8', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isUsedAtWork', 'TX', 'C1S8', ['TAXABLE?', 'TAXABLE?', 'TAXABLE']],
  ['isSubscription', 'NJ', 'C1S33', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isSubscription', 'VA', 'C1S32', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isSubscription', 'TX', 'C1S33', ['TAXABLE?', 'TAXABLE?', 'TAXABLE']],
  ['isMailed', 'FL', 'C1S33', ['TAXABLE?', 'TAXABLE?', 'TAXABLE']],
  ['isMailed', 'WV', 'C1S32', ['TAXABLE?', 'TAXABLE', 'TAXABLE?']],
  ['isCourseBook', 'NY', 'C1S31', ['TAXABLE?', 'EXEMPT', 'TAXABLE']],
  ['isCourseBook', 'MO', 'C1S31', ['TAXABLE?', 'REDUCED', 'TAXABLE']],
  ['isSoldBySchool', 'RI', 'C1S31', ['TAXABLE?', 'EXEMPT', 'TAXABLE?']],
  ['isSoldBySchool', 'FL', 'C1S31', ['TAXABLE?', 'TAXABLE?', 'TAXABLE']],
  ['isBusinessUse', 'IA', 'C3S3', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE']],
  ['isBusinessUse', 'OH', 'C3S5', ['TAXABLE?', 'TAXABLE', 'NOT_TAXABLE']],
  ['isBusinessUse', 'CT', 'C3S3', ['TAXABLE?', 'REDUCED', 'TAXABLE']],
  ['isBuyerRegistered', 'PR', 'C3S6', ['TAXABLE?', 'REDUCED', 'TAXABLE']],
  ['isBuyerRegistered', 'PR', 'C4S1', ['REDUCED?', 'REDUCED', 'REDUCED?']],
  ['isSoftware', 'IN', 'C2S6', ['TAXABLE?', 'TAXABLE', 'NOT_TAXABLE']],
  ['isSoftware', 'AR', 'C2S6', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE?']],
  ['isNegotiatedLicense', 'IL', 'C3S3', ['TAXABLE?', 'TAXABLE?', 'TAXABLE']],
  ['isServerInState', 'KS', 'C3S6', ['NOT_TAXABLE?', 'TAXABLE', 'NOT_TAXABLE']],
  ['isServerInState', 'MS', 'C3S1', ['NOT_TAXABLE?', 'NOT_TAXABLE?', 'NOT_TAXABLE']],
  ['isDataProcessing', 'TN', 'C3S7', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE']],
  ['isDataProcessing', 'WV', 'C3S7', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE?']],
  ['isHardwareWork', 'AR', 'C3S9', ['NOT_TAXABLE?', 'TAXABLE', 'NOT_TAXABLE']],
  ['isHardwareWork', 'WI', 'C3S9', ['NOT_TAXABLE?', 'TAXABLE', 'NOT_TAXABLE?']],
  ['isForOneClient', 'NY', 'C3S8', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE']],
  ['isForOneClient', 'FL', 'C3S8', ['NOT_TAXABLE?', 'NOT_TAXABLE', 'NOT_TAXABLE?']],
  ['isHairCare', 'OH', 'C4S4', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE']],
  ['isHairCare', 'TX', 'C4S4', ['NOT_TAXABLE?', 'NOT_TAXABLE', 'NOT_TAXABLE?']],
  ['isVehicleRepair', 'NE', 'C4S2', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE']],
  ['isVehicleRepair', 'TX', 'C4S2', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE']],
  ['isWithParts', 'FL', 'C4S2', ['TAXABLE?', 'TAXABLE', 'NOT_TAXABLE']],
  ['isWithParts', 'KY', 'C4S2', ['TAXABLE?', 'TAXABLE', 'TAXABLE?']],
  ['isLivePerformance', 'NY', 'C5S1', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE?']],
  ['isLivePerformance', 'DC', 'C5S1', ['TAXABLE?', 'NOT_TAXABLE', 'TAXABLE?']],
] as const)('%s decides in %s about %s', (name, state, taxCode, expected) => {
  const stated = [null, { [name]: true }, { [name]: false }];
  expect(stated.map((attributes) => treatmentOf(state, taxCode, attributes))).toEqual(expected);
});

it.each([
  ['AL', 'C1S23', { isPrescribed: true, isPaidByInsurer: true }, 'EXEMPT'],
  ['AL', 'C1S22', { isPrescribed: true, isPaidByInsurer: false }, 'TAXABLE'],
  ['CA', 'C1S33', { isSubscription: true, isMailed: true }, 'EXEMPT'],
  ['CA', 'C1S33', { isSubscription: true, isMailed: false }, 'TAXABLE?'],
  ['FL', 'C1S32', { isSubscription: true, isMailed: false }, 'TAXABLE'],
  ['KS', 'C1S23', { isPrescribed: true, isWheelchairOrCrutches: true }, 'EXEMPT'],
  ['ND', 'C1S23', { isPrescribed: false, isWheelchairOrCrutches: true }, 'TAXABLE'],
  ['OH', 'C1S24', { isForChild: false, isPrescribed: false }, 'TAXABLE'],
  ['IN', 'C1S24', { isForChild: false, isPrescribed: false }, 'TAXABLE'],
  ['SC', 'C1S22', { isPrescribed: false, isProsthesis: true }, 'TAXABLE'],
  ['OH', 'C3S9', { isBusinessUse: true, isHardwareWork: true }, 'TAXABLE'],
])('in %s, %s with %o is %s', (state, taxCode, attributes, expected) => {
  expect(treatmentOf(state, taxCode, attributes)).toBe(expected);
});

it('charges the rates that the reading names', () => {
  const local = ['COUNTY general', 'CITY general', 'DISTRICT general'];
  expect(termsOf(ruleFor('LA', 'C1S23', { isPrescribed: true }))).toEqual(['STATE none', ...local]);
  expect(termsOf(ruleFor('MO', 'C1S31', { isCourseBook: true }))).toEqual(['STATE none', ...local]);
  expect(termsOf(ruleFor('CT', 'C3S3', { isBusinessUse: true }))).toEqual(['STATE percentage 0.01']);
  expect(termsOf(ruleFor('PR', 'C3S6', { isBuyerRegistered: true }))).toEqual(['STATE percentage 0.04']);
  const all = 'STATE+COUNTY+CITY+DISTRICT general';
  expect(termsOf(ruleFor('TX', 'C3S9', { isDataProcessing: true, isHardwareWork: false }))).toEqual([
    `${all}, share 0.8`,
  ]);
  expect(termsOf(ruleFor('TX', 'C3S9', { isDataProcessing: false, isHardwareWork: true }))).toEqual([all]);
});

it('reports the stated attributes, and the missing ones', () => {
  expect(ruleFor('KY', 'C1S21', { isPrescribed: true }).rule.description).toBe(
    'Non-prescription drugs: not taxed in Kentucky, as the seller stated isPrescribed: true',
  );
  const messagesIn = (attributes: ItemAttributes) =>
    ruleFor('AL', 'C1S23', attributes).notices.map((one) => one.message);
  const words =
    'Medical equipment in Alabama: exempt on prescription when billed to an insurer; whether this condition is met cannot be determined from the document.';
  expect(messagesIn({})).toEqual([
    `${words} The attributes of the item can decide this: isPrescribed, isPaidByInsurer.`,
  ]);
  expect(messagesIn({ isPrescribed: true })).toEqual([
    `${words} The attributes of the item can decide this: isPaidByInsurer.`,
  ]);
  expect(ruleFor('TX', 'C1S8', { isUsedAtWork: true }).notices[0]?.message).toMatch(/from the document\.$/);
});

it('keeps the rule where the attributes do not matter', () => {
  expect(ruleFor('KY', 'C1S21', { isCarbonated: true })).toBe(ruleFor('KY', 'C1S21'));
  expect(ruleFor('MN', 'C1S1', { isPrescribed: true })).toBe(ruleFor('MN', 'C1S1'));
  const berlin = placeOf({ country: 'DE' });
  const german = (attributes: ItemAttributes | null) => rateBook.ruleFor(berlin, on, 'C1S21', 'ITEM', attributes);
  expect(german({ isPrescribed: true })).toBe(german(null));
});

it('has the reading of the ordinary rule above the cap of a tax holiday', () => {
  const { rule } = rateBook.ruleFor(placeOf({ state: 'MA', isPartial: true }), '2026-08-08', 'C1S23', 'ITEM', {
    isPrescribed: false,
  });
  expect(rule).toMatchObject({ treatment: 'HOLIDAY', aboveCap: { rule: { treatment: 'TAXABLE' } } });
});

describe('the rate book', () => {
  const { us, taxCodes } = loadBooks();
  const rows = [...us.states.values()].flatMap((state) =>
    state.taxability
      .map((row) => ({ state: state.code, row: asRecord(row, state.code) }))
      .filter(({ row }) => row.condition !== undefined),
  );
  const attributesOf = (row: JsonRecord) => rowAsStated(row, taxCodes.conditions, {}).open!.attributes;

  it('lists the conditions without an interpretation, for each state if there is one elsewhere', () => {
    const found = rows
      .filter(({ row }) => attributesOf(row).length === 0)
      .map(({ state, row }) => (row.readings ? `${row.condition} in ${state}` : String(row.condition)));
    expect([...new Set(found)].sort()).toEqual(withoutReading);
  });

  it('names every attribute in some reading', () => {
    const named = new Set(rows.flatMap(({ row }) => attributesOf(row)));
    expect(itemAttributeNames.filter((name) => !named.has(name))).toEqual([]);
  });

  it('never reads one statement in two ways', () => {
    const everything = [...taxCodes.conditions.values()].map(({ readings }) => readings);
    const contradictions = everything.flatMap((readings) =>
      readings.flatMap((one, index) =>
        readings.slice(index + 1).filter(({ stated, row }) => {
          const both = { ...one.stated, ...stated };
          const isPossible = itemAttributeNames.every((name) => (one.stated[name] ?? both[name]) === both[name]);
          return isPossible && JSON.stringify(one.row) !== JSON.stringify(row);
        }),
      ),
    );
    expect(contradictions).toEqual([]);
  });
});

/** Conditions without an attribute, and those whose source does not state how they are determined. */
const withoutReading = [
  'coins_exempt_from_1000',
  'domain_registration_taxed',
  'exempt_above_1000',
  'exempt_at_coin_show',
  'exempt_batteries_tarpaulins_alarms',
  'exempt_for_one_individual',
  'exempt_if_buyer_has_disability',
  'exempt_if_cold_food_to_go',
  'exempt_if_enrolled_students_or_nonprofit_school',
  'exempt_if_fair_school_or_charity',
  'exempt_if_few_rooms_in_own_home',
  'exempt_if_goods_exempt',
  'exempt_if_hearing_or_low_vision_aid',
  'exempt_if_institution_sold_or_certified_required',
  'exempt_if_ira_bullion',
  'exempt_if_label_states_natural_spring_water_no_additives',
  'exempt_if_legal_publication',
  'exempt_if_licensed_profession',
  'exempt_if_medicaid_equipment_seller',
  'exempt_if_prescribed_and_insured in MS',
  'exempt_if_prescribed_course_text_enrolled_student',
  'exempt_if_programming_stated_apart',
  'exempt_if_qualifying_exempt_institution',
  'exempt_if_required_and_sold_to_students_form_ST8',
  'exempt_if_required_for_wv_school_incl_college',
  'exempt_if_required_text_form_ST16',
  'exempt_if_school_event',
  'exempt_if_steel_toed_shoes',
  'exempt_if_training_apart_from_software',
  'exempt_if_vehicle_or_bought_later',
  'exempt_unless_sold_by_eating_place',
  'exempt_up_to_10000_watts',
  'exempt_up_to_age_5',
  'exempt_with_exempt_food',
  'gyms_not_taxed_outside_new_york_city',
  'higher_if_casino',
  'jewellery_has_its_own_limit',
  'known_for_gyms_only',
  'management_consulting_taxed',
  'maximum_of_a_sale',
  'municipality_decides',
  'not_taxed_if_agreed_separately',
  'only_attached_to_other_goods',
  'only_if_kept_as_hotel',
  'only_listed_digital_works',
  'only_listed_installation',
  'only_permanent_digital_works',
  'only_voluntary_tips',
  'other_rates_for_trucks_and_armed_forces',
  'reduced_if_bed_and_breakfast',
  'reduced_if_certified_restaurant',
  'software_services_without_advice',
  'streaming_only_from_2026_07',
  'taxed_at_6_if_digital_product',
  'taxed_if_audio',
  'taxed_if_automated',
  'taxed_if_canned_software_or_help_supply',
  'taxed_if_canned_software_used',
  'taxed_if_data_brokering',
  'taxed_if_five_rooms',
  'taxed_if_host_software_used',
  'taxed_if_information_product',
  'taxed_if_mainframe_access',
  'taxed_if_massage_or_tanning',
  'taxed_if_rental_of_software',
  'taxed_if_repair_of_computers in LA',
  'taxed_if_software_access',
  'taxed_if_software_maintenance',
  'taxed_if_software_or_hardware_work in KS',
  'taxed_if_software_or_hardware_work in NE',
  'taxed_if_web_design',
  'taxed_if_work_on_hardware in NJ',
  'taxed_if_work_or_greeting_card',
  'taxed_unless_all_rights_pass',
  'titled_goods',
  'work_clothes_exempt',
];
