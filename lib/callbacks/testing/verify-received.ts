import { Webhook } from 'standardwebhooks'
import type { Heard } from './receiver'

/** As a customer verifies what it is sent: by the library, with its secret. */
export function verifyHeard(secret: string, { headers, body }: Heard): unknown {
  const one = (name: string) => String(headers[name])
  return new Webhook(secret).verify(body, {
    'webhook-id': one('webhook-id'),
    'webhook-timestamp': one('webhook-timestamp'),
    'webhook-signature': one('webhook-signature'),
  })
}
