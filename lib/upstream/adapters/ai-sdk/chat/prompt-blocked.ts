import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

export function promptBlocked(): UpstreamError {
  return new UpstreamError('rejected', {
    code: 'content_policy_violation',
    param: 'messages',
    message: 'The upstream refused the messages by its content policy.',
  })
}
