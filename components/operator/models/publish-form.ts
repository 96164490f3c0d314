import { useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { useApiForm } from '@/components/forms/use-api-form'
import { toast } from '@/components/ui/toast'
import { type DiscoveredModel, ModelId, type NewModel } from '@/lib/catalog/models/edit-models-schema'
import { Modality } from '@/lib/catalog/models/schema'
import { ApiError } from '@/lib/client/api-client'
import { addModelsMutation } from '@/lib/operator/admin/catalog-queries'
import type { AddModelsRequest, OperatorModelItem } from '@/lib/operator/admin/catalog-schema'
import { gapIn } from './price-form'
import { ratesOf } from './price-lines'
import { notAnAmount, readRates, textsOf } from './rate-texts'
import { noLimits } from './route-fields'

const Draft = z.object({
  upstream_id: z.string(),
  model_id: z.string().trim(),
  name: z.string().trim(),
  modality: Modality,
  /** A text for each rate of the modality, in order. */
  rates: z.array(z.string()),
})
type Draft = z.infer<typeof Draft>
export type Drafts = { markup: string; models: Draft[] }
type Publication = z.output<typeof AddModelsRequest>

/** A listed model as form text, with the catalog's suggestions. */
export function draftOf(model: DiscoveredModel): Draft {
  const { upstream_id, model_id, name, modality } = model
  return { upstream_id, model_id, name, modality, rates: textsOf(model.pricing, ratesOf[modality]) }
}

/** Suggested prices are those of the listed modality. */
export const suggestedPricing = (listed: DiscoveredModel | undefined, modality: Modality) =>
  listed?.modality === modality ? listed.pricing : null

/** A percentage as what prices are multiplied with. */
const Markup = z
  .string()
  .trim()
  .regex(/^\d{0,4}(?:\.\d{1,2})?$/, 'Enter a percentage, such as 20.')
  .transform((percent) => Number((1 + Number(percent) / 100).toFixed(6)))

/**
 * The form of the selected models. A model that the catalog has gets a further route; the others are added to it, and those
 * that the provider serves already get a price. Issues are shown at their field.
 */
export function publishForm(
  providerId: string,
  listed: readonly DiscoveredModel[],
  catalog: readonly OperatorModelItem[],
) {
  const NewModels = Draft.transform((draft, context): NewModel => {
    const issue = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', path, message })
    const { upstream_id, model_id, name, modality } = draft
    const model = listed.find((one) => one.upstream_id === upstream_id)
    const isKnown = catalog.some(({ id }) => id === model_id)
    if (!ModelId.safeParse(model_id).success) issue('Enter a model ID, such as acme/large.', 'model_id')
    if (!isKnown && name === '') issue('Enter a name.', 'name')
    const names = ratesOf[modality]
    const read = readRates(draft.rates, names, suggestedPricing(model, modality))
    const problem = 'wrong' in read ? notAnAmount(read.wrong) : gapIn(read.pricing, modality)
    if (problem) issue(problem.message, 'rates', names.indexOf(problem.name))
    const limits = { ...noLimits, context_length: model?.context_length ?? null }
    const [maker] = model_id.split('/')
    const owned_by = (model_id.includes('/') && maker) || providerId
    return {
      model_id,
      model: isKnown ? null : { name, modality, description: null, capabilities: {}, owned_by, ...limits },
      route: {
        provider_id: providerId,
        upstream_id,
        ...limits,
        pricing: 'pricing' in read ? read.pricing : {},
        cost: null,
      },
    }
  })
  return z
    .object({ markup: Markup, models: z.array(Draft) })
    .transform(({ markup: factor, models }, context): Publication => {
      const routeOf = new Map(listed.map((model) => [model.upstream_id, model]))
      const prices = models.flatMap(({ upstream_id }) => {
        const { route_id, pricing } = routeOf.get(upstream_id) ?? {}
        return route_id && pricing ? [{ route_id, pricing }] : []
      })
      const added = models.map((draft, index) => {
        if (routeOf.get(draft.upstream_id)?.route_id) return null
        const read = NewModels.safeParse(draft)
        for (const issue of read.error?.issues ?? [])
          context.addIssue({ code: 'custom', message: issue.message, path: ['models', index, ...issue.path] })
        return read.data ?? null
      })
      return { factor, prices, models: added.filter((model) => model !== null) }
    })
}

export function usePublishForm(
  providerId: string,
  listed: readonly DiscoveredModel[],
  catalog: readonly OperatorModelItem[],
  onPublished: () => void,
) {
  const add = useMutation(addModelsMutation())
  return useApiForm<Drafts, Publication>({
    schema: publishForm(providerId, listed, catalog),
    defaultValues: { markup: '', models: [] },
    send: async (request) => {
      const reply = await add.mutateAsync(request).catch((error: unknown) => throwAt(request, error))
      const count = reply.added.length + reply.priced
      toast.success(`${count} ${count === 1 ? 'model' : 'models'} published`)
      onPublished()
    },
  })
}

/** The API's error with the name of the model that it is about. */
function throwAt({ models }: Publication, error: unknown): never {
  const at = error instanceof ApiError ? /^models\[(\d+)\]/.exec(error.param ?? '')?.[1] : undefined
  const model = at === undefined ? undefined : models[Number(at)]
  if (!(error instanceof Error) || model === undefined) throw error
  throw new Error(`${model.route.upstream_id}: ${error.message}`)
}
