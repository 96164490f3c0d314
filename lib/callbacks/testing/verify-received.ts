import { Webhook } from 'standardwebhooks'
import type { ReceivedRequest } from './receiver'

/** As a customer verifies what it is sent: by the library, with its secret. */
export function verifyReceived(secret: string, { headers, body }: ReceivedRequest): unknown {
  const one = (name: string) => String(headers[name])
  return new Webhook(secret).verify(body, {
    'webhook-id': one('webhook-id'),
    'webhook-timestamp': one('webhook-timestamp'),
    'webhook-signature': one('webhook-signature'),
  })
}
