import type { UpstreamError } from '@/lib/upstream/contract/upstream-error'

/** Another try gives the same answer. An adapter names a code only where it is sure of what the upstream meant. */
export function isFinalFault(error: UpstreamError): boolean {
  return error.code !== undefined || error.fault === 'rejected' || error.fault === 'unsupported'
}
