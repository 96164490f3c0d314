import { env } from '@/lib/platform/env'
import type { SuiteId } from '../schema'

/** What a score of that suite names as its source. */
export function suiteSource(id: SuiteId, version: number): string {
  return `portico-${id}@${version}`
}

/** Where readers find how our own figures come about. */
export function suiteSourceUrl(): string {
  return `${env().publicUrl}/docs/benchmarks`
}
