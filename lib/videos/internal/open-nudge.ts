import { createHash, randomBytes } from 'node:crypto'
import { env } from '@/lib/platform/env'
import { saveNudge } from '../turn-repository'

/** Where the upstream behind a route may tell us that something has changed; null where it cannot reach us. */
export async function openNudge(taskId: string, routeId: string): Promise<string | null> {
  const { publicUrl } = env()
  if (!publicUrl.startsWith('https:')) return null
  const secret = randomBytes(24).toString('base64url')
  await saveNudge(taskId, { digest: digestOfNudge(secret), routeId })
  return `${publicUrl}/api/video-nudges/${taskId}/${secret}`
}

export function digestOfNudge(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
