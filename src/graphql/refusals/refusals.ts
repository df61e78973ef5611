import { documentRefusal, refusalList } from '../../domain/refusals/refusal.ts';
import { countRefusals, listRefusals } from '../../usecases/refusals/list-refusals.ts';
import { builder } from '../base/builder.ts';
import { loadNodesFrom, NodeRef, nodeId } from '../base/node.ts';
import { recordType } from '../base/record-type.ts';
import { newestFirstField } from '../lists/declared-list.ts';

const RefusalRef = recordType(documentRefusal, [NodeRef]);
builder.objectField(RefusalRef, 'id', (t) => t.id(nodeId('Refusal')));

loadNodesFrom(listRefusals, 'Refusal', 'transactions:read');

newestFirstField(refusalList, RefusalRef, { read: listRefusals, count: countRefusals });
