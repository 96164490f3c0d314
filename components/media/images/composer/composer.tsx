'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SettingsHead } from '@/components/data/settings-head'
import { ModelField } from '@/components/media/studio/model-field'
import { arePrompts, PromptField, promptsOf } from '@/components/media/studio/prompt-field'
import { StudioForm, WaySwitch } from '@/components/media/studio/studio-form'
import type { ImageCapabilities, Pricing } from '@/lib/catalog/models/schema'
import { formatMoney } from '@/lib/client/format/money'
import { isDrawableSize, MAX_PROMPT_CODE_POINTS } from '@/lib/media/images/limits'
import { imageModelsQuery } from '@/lib/media/images/queries'
import { defaultSettings, estimateCostNanos, type ImageDraft, needsNoPrompt, settleDraft } from '../draft'
import { SettingsFields } from './settings-fields'
import { SourcePicker } from './source-picker'

type ComposerProps = {
  draft: ImageDraft
  onChange: (part: Partial<ImageDraft>) => void
  isBusy: boolean
  problem: Error | null
  /** Progress of the upload, 0 to 1; null if nothing is being uploaded. */
  progress: number | null
  /** The draft as shown: with a model chosen, and only settings that it supports. */
  onSubmit: (draft: ImageDraft) => void
  /** The mask editor, under the source. */
  editor: ReactNode
}

export function Composer({ draft, onChange, progress, onSubmit, editor, ...state }: ComposerProps) {
  const { models, offered, model } = useOfferedModels(draft)
  const settle = (one: ImageDraft) => (model ? { ...settleDraft(one, model.able), model: model.id } : one)
  const settled = settle(draft)
  const hasPrompt = !model || !needsNoPrompt(model.able)
  return (
    <StudioForm
      {...state}
      isReady={model !== undefined && isComplete(settled, hasPrompt)}
      cost={<CostLine draft={settled} pricing={model?.pricing} progress={progress} />}
      onSubmit={() => onSubmit(settled)}
    >
      <WaySwitch label="Mode" ways={ways} value={draft.way} onChange={(way) => onChange({ way })} />
      {draft.way !== 'generate' && (
        <SourcePicker
          source={draft.source}
          onChange={(source) => onChange({ source })}
          hasEditor={draft.way === 'edit' && editor !== null && hasPrompt}
        />
      )}
      {hasPrompt && editor}
      {draft.way !== 'vary' && hasPrompt && (
        <PromptField
          value={draft.prompt}
          most={MAX_PROMPT_CODE_POINTS}
          placeholder={examples[draft.way]}
          onChange={(prompt) => onChange({ prompt })}
          isMany={draft.isMany}
          onMany={(isMany) => onChange({ isMany })}
        />
      )}
      <ModelField
        models={models}
        offered={offered}
        value={model?.id ?? null}
        onChange={(id) => onChange({ model: id, ...(isUpkeep(models.data, id) && autoSize) })}
      />
      {model && (
        <>
          <SettingsHead
            title="Settings"
            className="-mb-2 h-auto border-t border-border pt-3"
            isChanged={JSON.stringify(settled) !== JSON.stringify(settle({ ...draft, ...defaultSettings }))}
            onReset={() => onChange(defaultSettings)}
          />
          <SettingsFields draft={settled} onChange={onChange} able={model.able} />
        </>
      )}
    </StudioForm>
  )
}

/** What is upscaled keeps its ratio unless a size is asked for. */
const autoSize = { size: 'auto', typedSize: '' }

const isUpkeep = (models: readonly { id: string; able: ImageCapabilities }[] = [], id: string) =>
  models.some((one) => one.id === id && needsNoPrompt(one.able))

const examples = {
  generate: 'A lighthouse at dusk, waves below, oil on canvas',
  edit: 'A red hat on the cat',
}

/** Whether everything that the mode needs is filled in and valid. */
function isComplete(draft: ImageDraft, needsPrompt: boolean): boolean {
  const { way, source, typedSize } = draft
  const hasPrompt = way === 'vary' || !needsPrompt || arePrompts(draft, MAX_PROMPT_CODE_POINTS)
  const hasSource = way === 'generate' || source !== null
  return hasPrompt && hasSource && (typedSize === '' || isDrawableSize(typedSize))
}

/** The models that support the mode, and the selected one, by default the first. */
function useOfferedModels(draft: ImageDraft) {
  const models = useQuery(imageModelsQuery())
  const known = models.data ?? []
  const offered = known.filter(({ able }) => supportsMode(able, draft.way))
  return { models, offered, model: offered.find(({ id }) => id === draft.model) ?? offered[0] }
}

function supportsMode(able: ImageCapabilities, way: ImageDraft['way']): boolean {
  if (needsNoPrompt(able)) return way === 'edit'
  return way === 'generate' || (way === 'edit' ? able.edits : able.variations)
}

const ways: { value: ImageDraft['way']; label: string }[] = [
  { value: 'generate', label: 'Create' },
  { value: 'edit', label: 'Edit' },
  { value: 'vary', label: 'Variations' },
]

type CostLineProps = { draft: ImageDraft; pricing: Pricing | undefined; progress: number | null }

/** The price of the request, or the progress of its upload. */
function CostLine({ draft, pricing, progress }: CostLineProps) {
  if (progress !== null)
    return (
      <p className="text-sm text-muted-foreground tabular-nums" role="status">
        Uploading… {Math.round(progress * 100)}%
      </p>
    )
  const nanos = estimateCostNanos(draft, pricing)
  if (nanos === null)
    return <p className="text-sm text-muted-foreground">{pricing ? 'Billed per token' : ''}</p>
  const isMost = draft.quality === 'auto' || draft.way === 'vary'
  const count = draft.way === 'vary' ? 1 : Math.max(1, promptsOf(draft).length)
  return (
    <p className="text-sm text-muted-foreground tabular-nums">
      {isMost ? 'Up to ' : ''}
      <span className="font-medium text-foreground">
        {formatMoney(((nanos * count) / 1e9).toFixed(9), 'sum')}
      </span>
      {count > 1 && ` for ${count} prompts`}
    </p>
  )
}
