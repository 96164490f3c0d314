'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { clipCost } from '@/components/catalog/models/clip-price'
import { SettingsHead } from '@/components/data/settings-head'
import { ModelField, SettingsSkeleton } from '@/components/media/studio/model-field'
import { arePrompts, PromptField, promptsOf } from '@/components/media/studio/prompt-field'
import { StudioForm, WaySwitch } from '@/components/media/studio/studio-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Pricing, VideoCapabilities } from '@/lib/catalog/models/schema'
import { formatMoney } from '@/lib/client/format/money'
import { MAX_PROMPT_CODE_POINTS } from '@/lib/media/videos/limits'
import { videoModelsQuery } from '@/lib/media/videos/queries'
import type { CreateVideoBody } from '@/lib/media/videos/schema'
import {
  createBody,
  defaultSettings,
  hasSources,
  settleDraft,
  supportsMode,
  type VideoDraft,
  videoModes,
} from '../draft'
import { SourceFields } from '../sources/source-fields'

// They depend on the models, which are fetched first.
const SettingsFields = dynamic(() => import('./settings-fields').then((module) => module.SettingsFields), {
  ssr: false,
  loading: SettingsSkeleton,
})

type ComposerProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  isBusy: boolean
  problem: Error | null
  onSubmit: (bodies: CreateVideoBody[]) => void
}

export function Composer({ draft, onChange, onSubmit, ...state }: ComposerProps) {
  const { models, offered, modes, model } = useOfferedModels(draft)
  const asks = (asked: VideoDraft) => model && JSON.stringify(createBody(asked, model.id, model.able))
  return (
    <StudioForm
      {...state}
      isReady={model !== undefined && arePrompts(draft, MAX_PROMPT_CODE_POINTS) && hasSources(draft)}
      cost={model && <CostLine draft={draft} pricing={model.pricing} able={model.able} />}
      onSubmit={() =>
        model &&
        onSubmit(promptsOf(draft).map((prompt) => createBody({ ...draft, prompt }, model.id, model.able)))
      }
    >
      {draft.finishes !== null && <FinishingNotice onStop={() => onChange({ finishes: null })} />}
      {draft.finishes === null && modes.length > 1 && (
        <WaySwitch
          label="Start from"
          ways={modes}
          value={draft.mode}
          onChange={(mode) => onChange({ mode, ratio: null })}
          className="[&>*]:px-1"
        />
      )}
      {model && draft.finishes === null && (
        <SourceFields draft={draft} onChange={onChange} able={model.able} />
      )}
      <PromptField
        value={draft.prompt}
        most={MAX_PROMPT_CODE_POINTS}
        placeholder="A paper boat drifts down a rainy street, the camera follows close to the water"
        onChange={(prompt) => onChange({ prompt })}
        {...(draft.finishes === null && {
          isMany: draft.isMany,
          onMany: (isMany: boolean) => onChange({ isMany }),
        })}
      />
      <ModelField
        models={models}
        offered={offered}
        value={model?.id ?? null}
        onChange={(id) => onChange({ model: id })}
      />
      {model && (
        <>
          <SettingsHead
            title="Settings"
            className="-mb-2 h-auto border-t border-border pt-3"
            isChanged={asks(draft) !== asks({ ...draft, ...defaultSettings })}
            onReset={() => onChange(defaultSettings)}
          />
          <SettingsFields draft={draft} onChange={onChange} able={model.able} />
        </>
      )}
    </StudioForm>
  )
}

function FinishingNotice({ onStop }: { onStop: () => void }) {
  return (
    <Alert
      title="Finishing a draft"
      action={
        <Button variant="outline" size="sm" onClick={onStop}>
          Stop
        </Button>
      }
    >
      Images, ratio, duration and seed are taken from the draft.
    </Alert>
  )
}

/** The models that support the mode, the selected one (by default the first), and the modes that any model supports. */
function useOfferedModels(draft: VideoDraft) {
  const models = useQuery(videoModelsQuery())
  const known = models.data ?? []
  const offered = known.filter(({ able }) =>
    draft.finishes === null ? supportsMode(able, draft.mode) : able.draft,
  )
  // All modes while the models load, so that the switch does not change.
  const modes = videoModes.filter(
    ({ value }) => models.isPending || known.some(({ able }) => supportsMode(able, value)),
  )
  return { models, offered, modes, model: offered.find(({ id }) => id === draft.model) ?? offered[0] }
}

type CostLineProps = { draft: VideoDraft; pricing: Pricing; able: VideoCapabilities }

/** The estimated price of the request. */
function CostLine({ draft, pricing, able }: CostLineProps) {
  const settled = settleDraft(draft, able)
  const hasReferenceVideo =
    draft.mode === 'references' && draft.references.some(({ type }) => type === 'video')
  const hasAudio = able.generate_audio && draft.hasAudio
  const cost = clipCost({ ...settled, hasReferenceVideo, hasAudio }, able, pricing)
  if (cost === null) return <p className="text-sm text-muted-foreground">Price unknown</p>
  const { unit, quantity } = cost.counted
  const count = Math.max(1, promptsOf(draft).length)
  const clip = settled.duration === -1 ? settled.resolution : `${settled.duration} s at ${settled.resolution}`
  const isMost =
    settled.duration === -1 || (unit === 'tokens' && (settled.ratio === 'adaptive' || hasReferenceVideo))
  return (
    <p className="min-w-0 text-sm text-muted-foreground tabular-nums">
      {isMost ? 'Up to ' : 'About '}
      <span className="font-medium text-foreground">{formatMoney((cost.usd * count).toFixed(6), 'sum')}</span>
      <span
        title={`${(quantity * count).toLocaleString('en-US')} ${unit}`}
        className="block text-xs text-faint-foreground"
      >
        {count > 1 ? `${count} prompts, ${clip} each` : clip}
      </span>
    </p>
  )
}
