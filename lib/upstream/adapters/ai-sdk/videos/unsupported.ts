import { UpstreamError } from '@/lib/upstream/contract/upstream-error'

export function unsupported(param: string): UpstreamError {
  return new UpstreamError('unsupported', { param, message: `This model does not take this ${param}.` })
}
