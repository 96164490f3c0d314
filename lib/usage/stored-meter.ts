import { z } from 'zod'
import type { TaskMeter } from './task-meter'

/** A meter as the row of its task keeps it, in JSON. */
export const StoredMeter = z.object({
  id: z.string(),
  customerId: z.string(),
  apiKeyId: z.string().nullable(),
  apiKeyName: z.string().nullable(),
  startedAt: z.coerce.date(),
  amountNanos: z.coerce.bigint(),
}) satisfies z.ZodType<TaskMeter>
