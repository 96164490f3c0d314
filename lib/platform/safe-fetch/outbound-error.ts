/**
 * Why a request to a caller's URL came to nothing.
 * `refused`: the URL or its addresses are not ones we go to. `unresolvable`: its host has no address. `unreachable`: no
 * connection, or no answer from the resolver, just now. `timeout`: too slow as a whole. `too_large`: more bytes than asked
 * for. `broken`: what came was not an HTTP answer, or ended too early. `absent`: it answers that the link leads to nothing;
 * `unready`: that it leads to nothing just now.
 */
export type OutboundFault =
  | 'refused'
  | 'unresolvable'
  | 'unreachable'
  | 'timeout'
  | 'too_large'
  | 'broken'
  | 'absent'
  | 'unready'

/** Its message is written for the customer whose URL it is: no address of ours or of the host, no stack. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError'

  constructor(
    readonly fault: OutboundFault,
    message: string,
    options?: { cause: unknown },
  ) {
    super(message, options)
  }
}
