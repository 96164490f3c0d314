import type { z } from 'zod'
import type { ModelReply } from '@/lib/catalog/schema'

/** Models with what they can do; one that does not say it in a way that is known here is left out. */
export function withAbilities<Able>(models: readonly ModelReply[], schema: z.ZodType<Able>) {
  return models.flatMap((model) => {
    const able = schema.safeParse(model.capabilities)
    return able.success ? [{ ...model, able: able.data }] : []
  })
}
