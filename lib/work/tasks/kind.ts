import { z } from 'zod'
import type { TaskMeter, TaskReading } from '@/lib/money/usage/task-meter'
import { UpstreamTry } from '@/lib/money/usage/usage-row'
import type { WaitingFor } from './schema'

/**
 * Tasks: paid work that outlives its request, such as images and videos. A task is a row in the table of its kind, and the rows
 * are the queue: each has the time of its next turn. A worker claims the turn, does what is due, and records the result and the
 * next turn. Turns are numbered: a worker whose turn was taken over writes nothing.
 *
 *     open (queued, processing): claimed → performed → planned → claimed → …
 *     ended, and its charge is decided (`settlement`): settled or released, once → over
 *
 * A kind defines only what is specific to it. This room does the rest: fair claiming between customers, leases and their
 * recovery, retries, cancelling, deadlines, money, sweeping, erasing.
 *
 * Its table has the columns id, customer_id, status, meter, settlement, settled_at, cost_nanos, created_at, finished_at,
 * deleted_at, turn_state, next_turn_at and the number of the turn. The statements that need no other column are in
 * `turn-repository.ts` and `repository.ts`; those that do are written out in the repository of each kind (`TurnSql`).
 */
export type TaskTable = {
  /** `<room>.<verb>`: the name of the job. */
  name: string
  table: 'image_tasks' | 'video_tasks' | 'batches'
  /**
   * The channel on which a kind announces the id of an ended task, in the transaction that ends it: workers on it stop,
   * waiting requests continue.
   */
  endChannel: string
  /** The column that numbers turns. */
  turnColumn: 'run' | 'turn'
  settlement: z.ZodType<Settlement>
}

/** How a task's hold ends: settled by usage, or released without usage. */
export type Settlement = { kind: 'settle'; reading: TaskReading } | { kind: 'release' }

/** A `Settlement` as a row keeps it, with the reading of this kind of task. */
export const settlementOf = <Reading extends z.ZodType<TaskReading>>(reading: Reading) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('settle'), reading }),
    z.object({ kind: z.literal('release') }),
  ])

/** A reading as a row keeps it; each kind adds its modality and what it counts. */
export const StoredReading = z.object({
  status: z.enum(['success', 'failed']),
  taskId: z.string(),
  modelId: z.string(),
  modelName: z.string(),
  providerId: z.string(),
  priceId: z.string(),
  usageSource: z.enum(['upstream', 'estimated', 'none']),
  errorCode: z.string().nullable(),
  endedAt: z.coerce.date(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  attempts: z.array(UpstreamTry).default([]),
  ownKeyFactor: z.number().optional(),
  priceFactor: z.number().optional(),
})

/** A task whose turn this process holds. Without a meter, a task is over when it has ended. */
export type Turn = {
  id: string
  customer_id: string
  status: string
  turn: number
  meter?: TaskMeter
  settlement?: Settlement | null
  settled_at?: Date | null
}

export const storeAway: WaitingFor = {
  code: 'storage_error',
  message: 'The object storage is unavailable. The task continues when it is back.',
}

/** The result of a turn of a task that is not over. */
export type Plan = {
  /** When the next turn is due. */
  afterSeconds: number
  /** Undefined: only for its next turn. */
  waitingFor?: WaitingFor | undefined
}

export type TaskKind<T extends Turn = Turn, P extends Plan = Plan> = TaskTable & {
  /** Concurrent turns in one process. */
  concurrency(): number
  /** A longer turn is stopped and counts as failed. */
  maxTurnSeconds: number
  /** Does what is due. Undefined: nothing is left to do, or the lease is left to expire. May run twice. */
  perform(turn: T, signal: AbortSignal): Promise<P | undefined>
  /** The plan after a turn that threw. */
  afterFailure(turn: T, error: unknown): P | undefined
  /** Whether it may have started something upstream that must not be started twice: then it is repeated only after its lease. */
  isUnrepeatable(turn: T): boolean
  /** A row that `sql.claim` returns. */
  row: z.ZodType<T>
  sql: TurnSql
  /** The values of a plan that `sql.end` reads besides `id`, `turn` and `after`. */
  planValues(plan: P): object
  /** Makes an unreadable row readable, so that its next turn ends it. False: not yet, a process of another version may read it. */
  repair?(id: string): Promise<boolean>
}

/** A kind's statements, whole. */
export type TurnSql = {
  /**
   * Claims turns: an `UPDATE` of the rows in `mine` (task_id, asked_at), which are locked. Adds 1 to the turn, sets
   * `turn_state` to 'taken' and `next_turn_at` to the end of the lease; returns the row's columns and `turn`.
   */
  claim: string
  /**
   * Ends turns: `$1` is a JSON array of `{ id, turn, after, …planValues }`. Sets `turn_state` to 'waiting' and the next turn
   * `after` seconds from now, or to now where the state is 'again'. Where another turn has begun, nothing changes.
   *
   * `t.id = ANY (ARRAY(…))` in it makes the planner use the primary key, however small the table was at planning time; as a
   * parameter the list would be planned again for each length.
   */
  end: string
  /** Turns that must not be repeated before their lease is over, even if all workers have died: a condition on `t`. */
  unrepeatable?: string
}

/** Deadlines, which end a task whatever it waits for. */
export type Overdue = {
  /** Selects the `id` of those past it at `$1`, at most `$2`. */
  overdueSql: string
  /** Ends such a task. */
  expire(id: string): Promise<void>
}

/** After this long without a renewal, a turn goes to another worker. */
export const LEASE_SECONDS = 30

export function isOpen(status: string): boolean {
  return status === 'queued' || status === 'processing'
}
