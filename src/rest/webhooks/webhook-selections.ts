const internalTimestamps = 'internalTimestamps { createdDate updatedDate }';

export const endpointSelection = `serviceId url eventTypes description status disabledBecause previousSecretUntil failingSince ${internalTimestamps} version`;
export const deliverySelection = `serviceId endpointId eventId eventType occurredAt status nextAttemptAt attempts { at statusCode ms failure } data ${internalTimestamps}`;
export const webhookFailures = '... on InvalidInput { issues { path code message } } ... on Error { code message }';
