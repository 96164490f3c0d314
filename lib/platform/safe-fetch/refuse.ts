import { OutboundError } from './outbound-error'

/** The error of a URL that we do not go to. `demand` completes the sentence "The URL …". */
export function refuse(demand: string): OutboundError {
  return new OutboundError('refused', `The URL ${demand}.`)
}
