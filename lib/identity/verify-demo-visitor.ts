import { env } from '@/lib/platform/env'
import { type HeaderReader, isLocalVisitor } from './internal/visitor'
import { findDemoUser } from './repository'

/** The one-click demo sign-in: only while DEMO is on, and only from this machine. Null: refused. */
export async function verifyDemoVisitor(header: HeaderReader): Promise<{ id: string } | null> {
  if (!env().demo || !isLocalVisitor(header)) return null
  return findDemoUser()
}
