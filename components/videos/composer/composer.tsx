'use client'

import { SettingsHead } from '@/components/data/settings-head'
import { isPrompt } from '@/components/studio/is-prompt'
import { ModelField } from '@/components/studio/model-field'
import { PromptField } from '@/components/studio/prompt-field'
import { StudioForm } from '@/components/studio/studio-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { type CreateVideoBody, MAX_PROMPT_CODE_POINTS } from '@/lib/videos/schema'
import { usualSettings, type VideoDraft } from '../draft'
import { SourceFields } from '../sources/source-fields'
import { CostLine } from './cost-line'
import { createBody } from './create-body'
import { ModeSwitch } from './mode-switch'
import { hasSources } from './modes'
import { SettingsFields } from './settings-fields'
import { useOfferedModels } from './use-offered-models'

type ComposerProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  isBusy: boolean
  problem: Error | null
  onSubmit: (body: CreateVideoBody) => void
}

export function Composer({ draft, onChange, onSubmit, ...state }: ComposerProps) {
  const { models, offered, modes, model } = useOfferedModels(draft)
  const asks = (asked: VideoDraft) => model && JSON.stringify(createBody(asked, model.id, model.able))
  return (
    <StudioForm
      {...state}
      isReady={model !== undefined && isPrompt(draft.prompt, MAX_PROMPT_CODE_POINTS) && hasSources(draft)}
      cost={model && <CostLine draft={draft} pricing={model.pricing} able={model.able} />}
      onSubmit={() => model && onSubmit(createBody(draft, model.id, model.able))}
    >
      {draft.finishes === null ? (
        <ModeSwitch value={draft.mode} modes={modes} onChange={(mode) => onChange({ mode, ratio: null })} />
      ) : (
        <FinishingNotice onStop={() => onChange({ finishes: null })} />
      )}
      {model && draft.finishes === null && (
        <SourceFields draft={draft} onChange={onChange} able={model.able} />
      )}
      <PromptField
        value={draft.prompt}
        most={MAX_PROMPT_CODE_POINTS}
        placeholder="A paper boat drifts down a rainy street, the camera follows close to the water"
        onChange={(prompt) => onChange({ prompt })}
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
            className="-mb-2 h-auto border-t border-line pt-3"
            isChanged={asks(draft) !== asks({ ...draft, ...usualSettings })}
            onReset={() => onChange(usualSettings)}
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
        <Button size="sm" onClick={onStop}>
          Stop
        </Button>
      }
    >
      Its pictures, ratio, length and seed stay as they are.
    </Alert>
  )
}
