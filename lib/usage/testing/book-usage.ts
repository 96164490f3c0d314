import type { Caller } from '@/lib/platform/caller'
import { newId } from '@/lib/platform/ids'
import { openMeter, settleMeter } from '../meter'
import type { MeterReading } from '../meter-reading'
import { readingOf } from './reading-of'

/** For tests: a request that began at `startedAt`, held and settled as every request is. Answers its id. */
export async function bookUsage(
  caller: Caller,
  startedAt: Date,
  differs: Partial<MeterReading> = {},
): Promise<string> {
  const id = newId('req')
  const meter = openMeter(caller, id, 1_000_000n)
  await meter.held
  await settleMeter({ ...meter, startedAt }, readingOf(differs))
  return id
}
