import type { z } from 'zod'
import { jsonSchemaOf } from './json-schema-of'

type Signed = { summary: string; event: z.ZodType }

/** A signed POST of ours to a server of the customer's. */
export function describeCallback({ summary, event }: Signed) {
  return {
    post: {
      summary,
      security: [],
      parameters: signature,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchemaOf(event, 'output') } },
      },
      responses: {
        '2XX': { description: 'Taken' },
        410: { description: 'Not wanted any more: there are no further attempts' },
        default: { description: 'Tried again later' },
      },
    },
  }
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** https://www.standardwebhooks.com */
const signature = [
  header('webhook-id', 'The same at every attempt.'),
  header('webhook-timestamp', 'Unix seconds of this attempt.'),
  header(
    'webhook-signature',
    '`v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`; two while a secret is rotated.',
  ),
]
