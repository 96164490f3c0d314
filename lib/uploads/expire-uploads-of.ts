import { clock } from '@/lib/platform/clock'
import { endClaims } from './repository'

/** What a deleted customer uploaded for tasks that never came is not waited for: the sweep takes it. */
export async function expireUploadsOf(customerId: string): Promise<void> {
  await endClaims(customerId, clock.now())
}
