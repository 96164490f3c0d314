import type { ListedModel, Modality } from '@/lib/catalog/schema'
import { formatCompact, formatNumber } from '@/lib/client/format/number'
import { type PriceCell, priceColumns } from '../price/price-columns'

/** A model as its line in the list shows it: in words alone. */
export type ModelLine = {
  id: string
  name: string
  modality: Modality
  description: string | null
  /** Who serves it: `OpenAI · Azure`. */
  providers: string
  /** Tokens: short (`128K`) and in full. */
  context: { short: string; full: string } | null
  input: PriceCell | null
  output: PriceCell | null
}

export function toModelLine(model: ListedModel): ModelLine {
  const { context_length: context } = model
  return {
    id: model.id,
    name: model.name,
    modality: model.modality,
    description: model.description,
    providers: model.routes.map((route) => route.provider_name).join(' · '),
    context: context === null ? null : { short: formatCompact(context), full: formatNumber(context) },
    ...priceColumns(model.pricing),
  }
}
