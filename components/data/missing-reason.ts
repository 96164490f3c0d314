type Task = { status: string; error: { message: string } | null }

/** Why there is nothing to be shown of a task. `doing` is what is done to it while it is under way: drawn, filmed. */
export function missingReason({ status, error }: Task, doing: string): string {
  if (status === 'queued' || status === 'processing') return `It is still being ${doing}.`
  if (status === 'failed') return error?.message ?? 'It failed.'
  return status === 'cancelled' ? 'It was cancelled.' : 'It is no longer kept.'
}
