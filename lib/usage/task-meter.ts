/**
 * The meter of work that outlives its request. Plain data: the task's row keeps it, and whichever process ends the task
 * settles it. Its life: open → keep (with the task's row), or both at once → settle; or open → release where the task was
 * not made.
 */
export type TaskMeter = {
  /** `req_…`: of the hold and of the usage row. */
  id: string
  customerId: string
  apiKeyId: string | null
  apiKeyName: string | null
  startedAt: Date
  /** What is held: the most that the task can cost. */
  amountNanos: bigint
}
