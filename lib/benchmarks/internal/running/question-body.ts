import type { CatalogModel } from '@/lib/catalog/catalog-snapshot'
import type { PlannedItem } from '../planned-items'

/**
 * The request of an item. Temperature 0 makes runs alike, where the model has one; a schema is always in the words too, for
 * models that take none beside them. What a model lists nothing of is taken to know everything.
 */
export function questionBody(
  { id, supportedParameters }: CatalogModel,
  { maxTokens, item }: PlannedItem,
): Record<string, unknown> {
  const takes = (...names: string[]) =>
    supportedParameters.length === 0 || names.some((name) => supportedParameters.includes(name))
  const { response_format, ...question } = item.question
  return {
    model: id,
    ...question,
    ...(response_format && takes('response_format', 'structured_outputs') && { response_format }),
    ...(takes('temperature') && { temperature: 0 }),
    max_tokens: maxTokens,
  }
}
