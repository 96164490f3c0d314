import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

export function filtered(): UpstreamError {
  return new UpstreamError('rejected', {
    code: 'content_policy_violation',
    param: 'prompt',
    message: 'The upstream refused this picture by its content policy.',
  })
}
