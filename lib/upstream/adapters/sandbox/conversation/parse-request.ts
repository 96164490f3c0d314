import { UpstreamError } from '@/lib/upstream/contract/upstream-error'
import { type SandboxRequest, sandboxRequest } from './request-schema'

export function parseRequest(request: Readonly<Record<string, unknown>>): SandboxRequest {
  const parsed = sandboxRequest.safeParse(request)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const param = issue?.path.reduce<string>(
    (path, key) =>
      typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`,
    '',
  )
  throw new UpstreamError('rejected', { code: 'invalid_parameter', param, message: issue?.message })
}
