import { remember } from '@/lib/platform/remember'

/** Tests that make routes fail begin with what a new process knows: nothing. */
export function forgetHealth(): void {
  remember('route-health', () => new Map<string, unknown>()).clear()
}
