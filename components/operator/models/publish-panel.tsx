'use client'

import { useMutation } from '@tanstack/react-query'
import { FormProvider, useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { modalityNames } from '@/components/catalog/models/modality'
import { type RateName, rateIn, rates } from '@/components/catalog/models/price'
import { useApiForm } from '@/components/forms/api-form'
import { OptionField } from '@/components/forms/option-select'
import { FormText } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { type DiscoveredModel, ModelId, type NewModel } from '@/lib/catalog/models/edit-models-schema'
import { Modality, type Pricing } from '@/lib/catalog/models/schema'
import { ApiError } from '@/lib/client/api-client'
import { addModelsMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModelItem } from '@/lib/operator/admin/catalog-schema'
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
type Drafts = { models: Draft[] }

/** A listed model as form text, with the catalog's suggestions. */
export function draftOf(model: DiscoveredModel): Draft {
  const { upstream_id, model_id, name, modality } = model
  return { upstream_id, model_id, name, modality, rates: textsOf(model.pricing, ratesOf[modality]) }
}

/** Suggested prices are those of the listed modality. */
const suggestedPricing = (listed: DiscoveredModel | undefined, modality: Modality) =>
  listed?.modality === modality ? listed.pricing : null

/**
 * The form of the selected models. A model that the catalog has gets a further route; the others are added to it. Issues
 * are shown at their field.
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
  return z.object({ models: z.array(NewModels) })
}

/** `onPublished` gets the ids of the published models, by the provider's model id. */
export function usePublishForm(
  providerId: string,
  listed: readonly DiscoveredModel[],
  catalog: readonly OperatorModelItem[],
  onPublished: (ids: ReadonlyMap<string, string>) => void,
) {
  const add = useMutation(addModelsMutation())
  return useApiForm<Drafts, { models: NewModel[] }>({
    schema: publishForm(providerId, listed, catalog),
    defaultValues: { models: [] },
    send: async (request) => {
      const { added } = await add.mutateAsync(request).catch((error: unknown) => throwAt(request, error))
      toast.success(`${added.length} ${added.length === 1 ? 'model' : 'models'} published`)
      onPublished(new Map(request.models.map(({ route, model_id }) => [route.upstream_id, model_id])))
    },
  })
}

/** The API's error with the name of the model that it is about. */
function throwAt({ models }: { models: readonly NewModel[] }, error: unknown): never {
  const at = error instanceof ApiError ? /^models\[(\d+)\]/.exec(error.param ?? '')?.[1] : undefined
  const model = at === undefined ? undefined : models[Number(at)]
  if (!(error instanceof Error) || model === undefined) throw error
  throw new Error(`${model.route.upstream_id}: ${error.message}`)
}

type PublishPanelProps = {
  form: ReturnType<typeof usePublishForm>
  /** The selected models, in the form's order. */
  models: readonly DiscoveredModel[]
  /** Undefined while it is loaded. */
  catalog: readonly OperatorModelItem[] | undefined
  /** What the provider can serve. */
  modalities: readonly Modality[]
  onRemove: (index: number) => void
}

/** The selected models with their id, name, type and price; all are published in one request, or none. */
export function PublishPanel({ form, models, catalog, modalities, onRemove }: PublishPanelProps) {
  const { errors, isSubmitting } = form.formState
  return (
    <Panel aria-label="Publish">
      <PanelHeader
        title={`Publish ${models.length} ${models.length === 1 ? 'model' : 'models'}`}
        description="Published models are available immediately. Set other rates and costs on a model’s page."
      />
      <form onSubmit={form.submit} noValidate>
        <FormProvider {...form}>
          <ul className="divide-y divide-border">
            {models.map((model, index) => (
              <li key={model.upstream_id} className="p-4">
                <DraftFields
                  index={index}
                  listed={model}
                  catalog={catalog ?? []}
                  modalities={modalities}
                  onRemove={() => onRemove(index)}
                />
              </li>
            ))}
          </ul>
        </FormProvider>
        <div className="flex flex-col items-end gap-3 border-t border-border p-3">
          {errors.root && (
            <Alert tone="danger" className="w-full">
              {errors.root.message}
            </Alert>
          )}
          <Button type="submit" variant="default" loading={isSubmitting} disabled={catalog === undefined}>
            Publish
          </Button>
        </div>
      </form>
    </Panel>
  )
}

/** The rates by which models are mainly billed; the others are shown where the suggested price has them. */
const mainRates: readonly RateName[] = [
  'prompt',
  'completion',
  'image.low',
  'image.medium',
  'image.high',
  'video_token',
  'character',
  'audio_second',
]

type DraftFieldsProps = {
  index: number
  listed: DiscoveredModel
  catalog: readonly OperatorModelItem[]
  modalities: readonly Modality[]
  onRemove: () => void
}

type DraftTarget = Pick<DraftFieldsProps, 'index' | 'listed' | 'catalog'>

/** The modality of a draft, the catalog model that its id names, and the price that is suggested for it. */
function useDraft({ index, listed, catalog }: DraftTarget) {
  const { control, setValue, watch } = useFormContext<Drafts>()
  const { field } = useController({ control, name: `models.${index}.modality` })
  const findKnown = (id: string) => catalog.find((model) => model.id === id.trim())
  const setModality = (next: Modality) => {
    field.onChange(next)
    setValue(`models.${index}.rates`, textsOf(suggestedPricing(listed, next), ratesOf[next]))
  }
  return {
    known: findKnown(watch(`models.${index}.model_id`)),
    modality: field.value,
    setModality,
    /** A model of the catalog keeps its modality. */
    onModelId(id: string) {
      const next = findKnown(id)?.modality
      if (next !== undefined && next !== field.value) setModality(next)
    },
    suggested: suggestedPricing(listed, field.value),
  }
}

function DraftFields({ index, listed, catalog, modalities, onRemove }: DraftFieldsProps) {
  const { register, formState } = useFormContext<Drafts>()
  const { known, modality, setModality, onModelId, suggested } = useDraft({ index, listed, catalog })
  const errors = formState.errors.models?.[index]
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="float-left w-full font-mono text-sm font-medium break-all">
        {listed.upstream_id}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <FormText
          label="Model ID"
          hint={known ? `Adds a route to ${known.name}.` : 'A new model.'}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          registration={register(`models.${index}.model_id`, {
            onChange: ({ target }) => onModelId(target.value),
          })}
          error={errors?.model_id?.message}
        />
        {!known && (
          <NewModelFields
            index={index}
            modality={modality}
            onModality={setModality}
            modalities={modalities}
          />
        )}
        <DraftRates index={index} modality={modality} suggested={suggested} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-faint-foreground">
          {suggested && listed.priced_as_at
            ? `Price copied from ${listed.priced_as_at}. Review it.`
            : 'No catalog price'}
        </p>
        <Button variant="outline" size="sm" aria-label={`Remove ${listed.upstream_id}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}

type NewModelFieldsProps = Pick<DraftFieldsProps, 'index' | 'modalities'> & {
  modality: Modality
  onModality: (modality: Modality) => void
}

function NewModelFields({ index, modality, onModality, modalities }: NewModelFieldsProps) {
  const { register, formState } = useFormContext<Drafts>()
  // A new video model needs capabilities, which only the form of one model has.
  const options = modalities.filter((one) => one !== 'video' || one === modality)
  return (
    <>
      <FormText
        label="Name"
        autoComplete="off"
        registration={register(`models.${index}.name`)}
        error={formState.errors.models?.[index]?.name?.message}
      />
      <OptionField
        label="Type"
        options={options.map((value) => ({ value, label: modalityNames[value] }))}
        value={modality}
        onValueChange={onModality}
      />
    </>
  )
}

type DraftRatesProps = { index: number; modality: Modality; suggested: Pricing | null }

function DraftRates({ index, modality, suggested }: DraftRatesProps) {
  const { register, formState } = useFormContext<Drafts>()
  const isShown = (name: RateName) =>
    mainRates.includes(name) ||
    (name === 'request' && modality === 'rerank') ||
    (suggested !== null && rateIn(suggested, name) !== undefined)
  return ratesOf[modality].map(
    (name, place) =>
      isShown(name) && (
        <FormText
          key={name}
          label={rates[name].label}
          hint={`USD ${rates[name].unit}`}
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          placeholder="None"
          registration={register(`models.${index}.rates.${place}`)}
          error={formState.errors.models?.[index]?.rates?.[place]?.message}
        />
      ),
  )
}
