import { z } from 'zod'
import { leftOpen } from '@/lib/platform/fields'

const dataCollection = z.enum(['allow', 'deny'])

/** Which providers may receive prompts. */
export const DataRules = z.object({
  /** Only providers that state that they store nothing. */
  zdr: z.boolean().default(false),
  /** `deny`: only providers that state that they do not train on prompts. */
  data_collection: dataCollection.default('allow'),
})
export type DataRules = z.infer<typeof DataRules>

/** Omitted fields keep their value. */
export const DataRulesRequest = z.strictObject({
  zdr: leftOpen(z.boolean()).optional(),
  data_collection: leftOpen(dataCollection).optional(),
})
export type DataRulesRequest = z.infer<typeof DataRulesRequest>
