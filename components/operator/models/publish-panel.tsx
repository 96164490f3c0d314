'use client'

import { FormProvider, useController, useFormContext } from 'react-hook-form'
import { modalityNames } from '@/components/catalog/models/modality'
import { type RateName, rateIn, rates } from '@/components/catalog/models/price'
import { OptionField } from '@/components/forms/option-select'
import { FormText } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import type { DiscoveredModel } from '@/lib/catalog/models/edit-models-schema'
import type { Modality, Pricing } from '@/lib/catalog/models/schema'
import type { OperatorModelItem } from '@/lib/operator/admin/catalog-schema'
import { ratesOf } from './price-lines'
import { type Drafts, suggestedPricing, type usePublishForm } from './publish-form'
import { textsOf } from './rate-texts'

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

/** As many models have their fields shown even if the catalog knows all about them. */
const FEW = 10

/** The selected models with one markup, and the fields of those that need input; all are published in one request, or none. */
export function PublishPanel({ form, models, catalog, modalities, onRemove }: PublishPanelProps) {
  const { errors, isSubmitting } = form.formState
  const shown = models
    .map((model, index) => ({ model, index }))
    .filter(
      ({ model, index }) =>
        model.route_id === null &&
        (models.length <= FEW || model.pricing === null || errors.models?.[index] !== undefined),
    )
  return (
    <Panel aria-label="Publish">
      <PanelHeader
        title={`Publish ${models.length} ${models.length === 1 ? 'model' : 'models'}`}
        description="All or none: published models are available immediately, at the provider’s price plus the markup."
      />
      <form onSubmit={form.submit} noValidate>
        <FormProvider {...form}>
          <div className="flex flex-wrap items-center gap-4 p-4">
            <FormText
              label="Markup on all prices (%)"
              hint="20 turns a provider’s $1.00 into $1.20."
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              className="figures max-w-40"
              registration={form.register('markup')}
              error={errors.markup?.message}
            />
            {shown.length > 1 && <SamePrice form={form} indexes={shown.map(({ index }) => index)} />}
          </div>
          <ul className="divide-y divide-border border-t border-border empty:hidden">
            {shown.map(({ model, index }) => (
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

/** Copies the first model's rates to the others of its type that have none. */
function SamePrice({ form, indexes }: Pick<PublishPanelProps, 'form'> & { indexes: readonly number[] }) {
  const copy = () => {
    const drafts = form.getValues('models')
    const first = drafts[indexes[0] ?? 0]
    for (const index of indexes) {
      const draft = drafts[index]
      if (first && draft?.modality === first.modality && draft.rates.every((text) => text.trim() === ''))
        form.setValue(`models.${index}.rates`, first.rates)
    }
  }
  return (
    <Button variant="outline" onClick={copy}>
      Use the first price for all without one
    </Button>
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
