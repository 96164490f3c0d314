import { z } from 'zod'

/** Why a task waits, as shown to its customer. */
export const WaitingFor = z.object({ code: z.string(), message: z.string() })
export type WaitingFor = z.infer<typeof WaitingFor>

/** The error of a failed task, as the API shows it. */
export const TaskError = z.object({
  code: z.string(),
  message: z.string(),
  type: z.string(),
  param: z.string().nullable(),
  /** Whether the same request may succeed when it is sent again. */
  retryable: z.boolean(),
})
export type TaskError = z.infer<typeof TaskError>
