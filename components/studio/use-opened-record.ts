import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { missingReason, type ShownTask } from './missing-reason'
import type { Opened } from './use-opened'

type Lookup<Task> = {
  /** The history as it is shown. */
  records: readonly Task[]
  /** Asks for one that is not in it. */
  ask: (id: string) => UseQueryOptions<Task, Error, Task, string[]>
  /** What is done to it while it is under way: drawn, filmed. */
  doing: string
}

/** The task that an address names: of the history as it is shown, or asked for by itself. `reason`: why nothing of it is shown. */
export function useOpenedRecord<Task extends ShownTask & { id: string }>(
  opened: Opened | null,
  { records, ask, doing }: Lookup<Task>,
) {
  const listed = records.find(({ id }) => id === opened?.id)
  // What was listed once is not asked for again: it is still shown while it is being deleted.
  const { data, error } = useQuery({
    ...ask(opened?.id ?? ''),
    enabled: opened !== null && !listed,
    ...(listed && { initialData: listed }),
  })
  const record = listed ?? data
  return { record, reason: record ? missingReason(record, doing) : (error?.message ?? null) }
}
