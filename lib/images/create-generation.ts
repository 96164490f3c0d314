import type { Caller } from '@/lib/platform/caller'
import { createTask } from './internal/create-task'
import { toSettings } from './internal/to-settings'
import type { CreatedImageTask, CreateGenerationRequest } from './schema'

/** Starts a task that makes pictures from words. `idempotencyKey`: a crash must not make two of one. */
export function createGeneration(
  caller: Caller,
  { model, prompt, ...asked }: CreateGenerationRequest,
  idempotencyKey?: string,
): Promise<CreatedImageTask> {
  return createTask(caller, {
    kind: 'generation',
    model,
    prompt,
    settings: toSettings(asked),
    idempotencyKey,
  })
}
