import { isRunning } from './is-running'

export type ShownTask = { status: string; error: { message: string } | null }

/** Why there is nothing to be shown of a task. `doing` is what is done to it while it is under way: drawn, filmed. */
export function missingReason(task: ShownTask, doing: string): string {
  if (isRunning(task)) return `It is still being ${doing}.`
  if (task.status === 'failed') return task.error?.message ?? 'It failed.'
  return task.status === 'cancelled' ? 'It was cancelled.' : 'It is no longer kept.'
}
