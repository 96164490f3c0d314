import { isNodeError } from './is-node-error'
import { OutboundError, type OutboundFault } from './outbound-error'

const known: Readonly<Record<string, readonly [OutboundFault, string]>> = {
  ECONNREFUSED: ['unreachable', 'The connection was refused.'],
  EHOSTUNREACH: ['unreachable', 'The host cannot be reached.'],
  ENETUNREACH: ['unreachable', 'The host cannot be reached.'],
  ENOTFOUND: ['unresolvable', 'The host has no address.'],
  ECONNRESET: ['broken', 'The connection was closed before the answer was complete.'],
  EPIPE: ['broken', 'The connection was closed before the answer was complete.'],
  UND_ERR_SOCKET: ['broken', 'The connection was closed before the answer was complete.'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'The connection took too long to open.'],
  ETIMEDOUT: ['timeout', 'The connection took too long to open.'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'The answer took too long.'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'The answer took too long.'],
  UND_ERR_HEADERS_OVERFLOW: ['too_large', 'The headers of the answer are too large.'],
  UND_ERR_RESPONSE_EXCEEDED_SIZE: ['too_large', 'The answer is too large.'],
}

/** What went wrong on the way, in words for whoever gave the URL. */
export function explainFailure(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  // Several addresses were tried and every one failed: the first says it as well as any.
  if (error instanceof AggregateError && error.errors.length > 0) return explainFailure(error.errors[0])
  const code = isNodeError(error) ? error.code : ''
  const [fault, message] = known[code] ?? ['broken', describeCode(code)]
  return new OutboundError(fault, message, { cause: error })
}

function describeCode(code: string): string {
  if (code.startsWith('HPE_')) return 'What came is not an HTTP answer.'
  const isTls = /CERT|TLS|SSL|ALTNAME|SIGNATURE/.test(code)
  return isTls ? `No trustworthy TLS connection: ${code}.` : 'The request failed.'
}
