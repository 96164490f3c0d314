import { env } from '@/lib/platform/env'

/** Where the gateway is asked: this very process's machine where it serves requests itself, else its public address. */
export function gatewayOrigin(): string {
  const { ROLE, PORT, publicUrl } = env()
  return ROLE === 'all' ? `http://127.0.0.1:${PORT}` : publicUrl
}
