import { z } from 'zod'

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** For tests. `wait` goes on until somebody ends it; its progress is the number of its process. */
export const PoolTask = z.strictObject({ act: z.enum(['echo', 'throw', 'wait']), bytes: Bytes })
export type PoolTask = z.infer<typeof PoolTask>

export const PoolResult = z.strictObject({ pid: z.int(), niceness: z.int(), bytes: Bytes })
export type PoolResult = z.infer<typeof PoolResult>
