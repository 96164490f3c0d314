'use client'

import type { ReactNode } from 'react'
import { SettingsHead } from '@/components/data/settings-head'
import { isPrompt } from '@/components/studio/is-prompt'
import { ModelField } from '@/components/studio/model-field'
import { PromptField } from '@/components/studio/prompt-field'
import { StudioForm } from '@/components/studio/studio-form'
import { MAX_PROMPT_CODE_POINTS } from '@/lib/images/schema'
import { type ImageDraft, usualSettings } from '../draft'
import { SourcePicker } from '../upload/source-picker'
import { CostLine } from './cost-line'
import { isOwnSize } from './is-own-size'
import { SettingsFields } from './settings-fields'
import { settleDraft } from './settle-draft'
import { useOfferedModels } from './use-offered-models'
import { WaySwitch } from './way-switch'

type ComposerProps = {
  draft: ImageDraft
  onChange: (part: Partial<ImageDraft>) => void
  isBusy: boolean
  problem: Error | null
  /** Of the uploads, 0 to 1; null when nothing is being uploaded. */
  progress: number | null
  /** As it is shown: with the first model that can do it where none was chosen, and nothing that it cannot do. */
  onSubmit: (draft: ImageDraft) => void
  /** Where the mask is painted, under the source. */
  editor: ReactNode
}

export function Composer({ draft, onChange, progress, onSubmit, editor, ...state }: ComposerProps) {
  const { models, offered, model } = useOfferedModels(draft)
  const settle = (one: ImageDraft) => (model ? { ...settleDraft(one, model.able), model: model.id } : one)
  const settled = settle(draft)
  return (
    <StudioForm
      {...state}
      isReady={model !== undefined && isComplete(settled)}
      cost={<CostLine draft={settled} pricing={model?.pricing} progress={progress} />}
      onSubmit={() => onSubmit(settled)}
    >
      <WaySwitch value={draft.way} onChange={(way) => onChange({ way })} />
      {draft.way !== 'generate' && (
        <SourcePicker
          source={draft.source}
          onChange={(source) => onChange({ source })}
          hasEditor={draft.way === 'edit' && editor !== null}
        />
      )}
      {editor}
      {draft.way !== 'vary' && (
        <PromptField
          value={draft.prompt}
          most={MAX_PROMPT_CODE_POINTS}
          placeholder={examples[draft.way]}
          onChange={(prompt) => onChange({ prompt })}
        />
      )}
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
            className="-mb-2 h-auto border-t border-line pt-3"
            isChanged={JSON.stringify(settled) !== JSON.stringify(settle({ ...draft, ...usualSettings }))}
            onReset={() => onChange(usualSettings)}
          />
          <SettingsFields draft={settled} onChange={onChange} able={model.able} />
        </>
      )}
    </StudioForm>
  )
}

const examples = {
  generate: 'A lighthouse at dusk, waves below, oil on canvas',
  edit: 'A red hat on the cat',
}

/** Whether everything that this way of making needs is there, and nothing is left half typed. */
function isComplete({ way, prompt, source, typedSize }: ImageDraft): boolean {
  const hasWords = way === 'vary' || isPrompt(prompt, MAX_PROMPT_CODE_POINTS)
  const hasSource = way === 'generate' || source !== null
  return hasWords && hasSource && (typedSize === '' || isOwnSize(typedSize))
}
