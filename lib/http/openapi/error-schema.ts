const text = { type: 'string' }

/** The envelope of `errorReply`. An upstream's own codes pass through, so that `code` is no closed list. */
export const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'type', 'param', 'code', 'request_id'],
      properties: {
        message: text,
        type: {
          enum: [
            'invalid_request_error',
            'authentication_error',
            'insufficient_quota',
            'permission_error',
            'rate_limit_error',
            'api_error',
            'upstream_error',
            'service_unavailable',
            'upstream_timeout',
          ],
          type: 'string',
        },
        param: { type: ['string', 'null'], description: 'The field at fault, as the caller wrote it.' },
        code: text,
        request_id: text,
        metadata: { type: 'object', description: 'What a machine may want to know besides.' },
      },
    },
  },
}
