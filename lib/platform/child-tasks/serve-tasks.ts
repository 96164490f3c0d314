import { z } from 'zod'

/** A message of a child about its current task. */
export const FromChild = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('progress'), share: z.number() }),
  z.strictObject({ kind: z.literal('done'), result: z.unknown() }),
  z.strictObject({ kind: z.literal('failed'), message: z.string() }),
])
type FromChild = z.infer<typeof FromChild>

/**
 * Reports the task's progress (0–1) and yields to the event loop. A long computation has to await it several times a second,
 * so that the child ends if its parent is killed.
 */
export type ReportProgress = (share: number) => Promise<void>

type Serving<Task, Result> = {
  task: z.ZodType<Task>
  run: (task: Task, report: ReportProgress) => Promise<Result>
}

/**
 * The child's side of `ChildPool`: runs the tasks that the parent sends, one after the other. Tasks and results are anything
 * that `v8.serialize` supports, typed arrays included. The process ends with its parent.
 */
export function serveTasks<Task, Result>({ task: schema, run }: Serving<Task, Result>): void {
  // Not process.exit, which runs the exit handlers of libraries.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.on('message', (message) => void answer(message))

  async function answer(message: unknown): Promise<void> {
    try {
      send({ kind: 'done', result: await run(schema.parse(message), report) })
    } catch (error) {
      // Sent, not thrown: the task failed, not the process.
      send({
        kind: 'failed',
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      })
    }
  }
}

const report: ReportProgress = (share) => {
  send({ kind: 'progress', share })
  return new Promise((resolve) => setImmediate(resolve))
}

function send(message: FromChild): void {
  process.send?.(message)
}
