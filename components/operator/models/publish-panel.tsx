'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { OptionField } from '@/components/forms/option-select'
import { TextField } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { type DiscoveredModel, ModelId, type NewModel } from '@/lib/catalog/models/own-models-schema'
import type { Modality } from '@/lib/catalog/models/schema'
import { ApiError } from '@/lib/client/api-client'
import { addModelsMutation, operatorModelsQuery } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModelItem } from '@/lib/operator/admin/catalog-schema'
import { gapIn, notAnAmount, readRates, textsOf } from './price-form'
import { kindNames, type RateName, rateIn, rates, ratesOf } from './price-lines'

/** What the operator wrote of a model; what is left out is as it was suggested. */
type Draft = { id?: string; name?: string; modality?: Modality; rates?: Partial<Record<RateName, string>> }
type Problem = { field: 'model_id' | 'name' | RateName; message: string }

type PublishPanelProps = {
  providerId: string
  /** What the provider can do. */
  kinds: readonly Modality[]
  models: readonly DiscoveredModel[]
  onDrop: (upstreamId: string) => void
  /** The models' ids, in their order. */
  onPublished: (ids: readonly string[]) => void
}

/** The models that were picked, each with what it is called and costs here; all are published in one step, or none. */
export function PublishPanel({ providerId, kinds, models, onDrop, onPublished }: PublishPanelProps) {
  const catalog = useQuery(operatorModelsQuery())
  const add = useMutation(addModelsMutation())
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [problems, setProblems] = useState<Readonly<Record<string, Problem>>>({})
  const whole = models.map((model) => wholeDraft(model, drafts[model.upstream_id] ?? {}, catalog.data ?? []))
  const publish = (event: FormEvent) => {
    event.preventDefault()
    const read = whole.map((draft) => [draft.upstreamId, readDraft(draft, providerId)] as const)
    const wrong = read.flatMap(([id, result]) => ('message' in result ? [[id, result] as const] : []))
    setProblems(Object.fromEntries(wrong))
    if (wrong.length > 0) return
    const request = { models: read.flatMap(([, result]) => ('message' in result ? [] : [result])) }
    add.mutate(request, {
      onSuccess: ({ added }) => {
        toast.success(`${added.length} ${added.length === 1 ? 'model' : 'models'} published`)
        onPublished(added)
      },
    })
  }
  const at = add.error instanceof ApiError ? /^models\[(\d+)\]/.exec(add.error.param ?? '')?.[1] : undefined
  const refused = at === undefined ? undefined : models[Number(at)]
  return (
    <Panel aria-label="Publish">
      <PanelHeader
        title={`Publish ${models.length} ${models.length === 1 ? 'model' : 'models'}`}
        description="Callers can use them at once, on every node. Other rates and the cost are set on a model’s own page."
      />
      <form onSubmit={publish} noValidate>
        <ul className="divide-y divide-line">
          {whole.map((draft) => (
            <li key={draft.upstreamId} className="p-4">
              <DraftFields
                draft={draft}
                kinds={kinds}
                problem={problems[draft.upstreamId]}
                onChange={(change) =>
                  setDrafts({ ...drafts, [draft.upstreamId]: { ...drafts[draft.upstreamId], ...change } })
                }
                onDrop={() => onDrop(draft.upstreamId)}
              />
            </li>
          ))}
        </ul>
        <div className="flex flex-col items-end gap-3 border-t border-line p-3">
          {add.error && (
            <Alert tone="danger" className="w-full">
              {refused && `${refused.upstream_id}: `}
              {add.error.message}
            </Alert>
          )}
          <Button
            type="submit"
            variant="primary"
            loading={add.isPending}
            disabled={catalog.data === undefined}
          >
            Publish
          </Button>
        </div>
      </form>
    </Panel>
  )
}

type WholeDraft = ReturnType<typeof wholeDraft>

function wholeDraft(model: DiscoveredModel, draft: Draft, catalog: readonly OperatorModelItem[]) {
  const id = draft.id ?? model.model_id
  /** The catalog has it: this is a further route of it. */
  const known = catalog.find((one) => one.id === id)
  const modality = known?.modality ?? draft.modality ?? model.modality
  const base = modality === model.modality ? model.pricing : null
  const names = ratesOf[modality].filter(
    (name) =>
      mainRates.includes(name) ||
      (name === 'request' && modality === 'rerank') ||
      (base !== null && rateIn(base, name) !== undefined),
  )
  const suggested = textsOf(base, names)
  return {
    upstreamId: model.upstream_id,
    contextLength: model.context_length,
    pricedAt: base && model.priced_as_at,
    id,
    known,
    modality,
    base,
    names,
    rates: draft.rates ?? {},
    name: draft.name ?? model.name,
    texts: names.map((name, index) => draft.rates?.[name] ?? suggested[index] ?? ''),
  }
}

/** Those by which a kind of model is billed; each kind has its own of them. */
const mainRates: readonly RateName[] = [
  ...(['prompt', 'completion', 'image.low', 'image.medium', 'image.high', 'video_token'] as const),
  ...(['character', 'audio_second'] as const),
]

function readDraft(draft: WholeDraft, providerId: string): NewModel | Problem {
  const { id, known, modality, contextLength, name, names } = draft
  if (!ModelId.safeParse(id).success)
    return { field: 'model_id', message: 'This must be a model id such as acme/large.' }
  if (name.trim() === '') return { field: 'name', message: 'A name is needed.' }
  const price = readRates(draft.texts, names, draft.base)
  const wrong = 'wrong' in price ? notAnAmount(price.wrong) : gapIn(price.pricing, modality)
  if (wrong || 'wrong' in price) return { field: wrong?.name ?? 'name', message: wrong?.message ?? '' }
  const limits = { max_output_tokens: null, supported_parameters: [] }
  const [maker] = id.split('/')
  return {
    model_id: id,
    model: known
      ? null
      : {
          name: name.trim(),
          modality,
          description: null,
          capabilities: {},
          owned_by: (id.includes('/') && maker) || providerId,
          context_length: contextLength,
          ...limits,
        },
    route: {
      provider_id: providerId,
      upstream_id: draft.upstreamId,
      context_length: contextLength,
      ...limits,
      pricing: price.pricing,
      cost: null,
    },
  }
}

type DraftFieldsProps = {
  draft: WholeDraft
  kinds: readonly Modality[]
  problem: Problem | undefined
  onChange: (change: Draft) => void
  onDrop: () => void
}

function DraftFields({ draft, kinds, problem, onChange, onDrop }: DraftFieldsProps) {
  const { upstreamId, known, modality, names, texts, pricedAt } = draft
  const errorAt = (field: Problem['field']) => (problem?.field === field ? problem.message : undefined)
  // A new model of films needs capabilities: it is added by hand.
  const options = kinds.filter((kind) => kind !== 'video' || kind === modality)
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="float-left w-full font-mono text-sm font-medium break-all">{upstreamId}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <TextField
          label="Model id"
          hint={known ? `A further route of ${known.name}.` : 'A new model.'}
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          value={draft.id}
          onChange={(id) => onChange({ id: id.trim() })}
          error={errorAt('model_id')}
        />
        {!known && (
          <>
            <TextField
              label="Name"
              autoComplete="off"
              value={draft.name}
              onChange={(name) => onChange({ name })}
              error={errorAt('name')}
            />
            <OptionField
              label="Kind"
              options={options.map((value) => ({ value, label: kindNames[value] }))}
              value={modality}
              onValueChange={(next) => onChange({ modality: next })}
            />
          </>
        )}
        {names.map((name, index) => (
          <TextField
            key={name}
            label={rates[name].label}
            hint={`USD ${rates[name].unit}`}
            inputMode="decimal"
            autoComplete="off"
            className="figures"
            placeholder="None"
            value={texts[index] ?? ''}
            onChange={(text) => onChange({ rates: { ...draft.rates, [name]: text } })}
            error={errorAt(name)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-faint">
          {pricedAt ? `Priced as at ${pricedAt}: check it.` : 'Its price is not known here.'}
        </p>
        <Button size="sm" aria-label={`Leave out ${upstreamId}`} onClick={onDrop}>
          Leave out
        </Button>
      </div>
    </fieldset>
  )
}
