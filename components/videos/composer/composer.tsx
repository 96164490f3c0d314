'use client'

import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { GenerateBar } from '@/components/data/generate-bar'
import { PromptField } from '@/components/data/prompt-field'
import { SettingsHead } from '@/components/data/settings-head'
import { StartProblem } from '@/components/data/start-problem'
import { submitOnShortcut } from '@/components/data/submit-on-shortcut'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { VideoCapabilities } from '@/lib/catalog/schema'
import { videoModelsQuery } from '@/lib/videos/queries'
import { type CreateVideoBody, MAX_PROMPT_CODE_POINTS } from '@/lib/videos/schema'
import { usualSettings, type VideoDraft } from '../draft'
import { SourceFields } from '../sources/source-fields'
import { CostLine } from './cost-line'
import { createBody } from './create-body'
import { ModeSwitch } from './mode-switch'
import { ModelField } from './model-field'
import { canFilm, hasSources, videoModes } from './modes'
import { SettingsFields } from './settings-fields'

type ComposerProps = {
  draft: VideoDraft
  onChange: (part: Partial<VideoDraft>) => void
  isBusy: boolean
  problem: Error | null
  onSubmit: (body: CreateVideoBody) => void
}

export function Composer({ draft, onChange, isBusy, problem, onSubmit }: ComposerProps) {
  const models = useQuery(videoModelsQuery())
  const known = (models.data ?? []).flatMap((model) => {
    const able = VideoCapabilities.safeParse(model.capabilities)
    return able.success ? [{ ...model, able: able.data }] : []
  })
  const offered = known.filter(({ able }) =>
    draft.finishes === null ? canFilm(able, draft.mode) : able.draft,
  )
  const model = offered.find(({ id }) => id === draft.model) ?? offered[0]
  const isReady = model !== undefined && draft.prompt.trim() !== '' && hasSources(draft)
  const asks = (asked: VideoDraft) => model && JSON.stringify(createBody(asked, model.id, model.able))
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || isBusy) return
    onSubmit(createBody(draft, model.id, model.able))
  }
  return (
    <form onSubmit={submit} onKeyDown={submitOnShortcut} className="flex min-h-full flex-col">
      <div className="flex flex-1 flex-col gap-5 p-4 sm:p-5">
        {draft.finishes === null ? (
          <ModeSwitch
            value={draft.mode}
            // All of them while nothing is known, so that nothing moves once it is.
            modes={videoModes.filter(
              ({ value }) => models.isPending || known.some(({ able }) => canFilm(able, value)),
            )}
            onChange={(mode) => onChange({ mode, ratio: null })}
          />
        ) : (
          <Alert
            title="Finishing a draft"
            action={
              <Button size="sm" onClick={() => onChange({ finishes: null })}>
                Stop
              </Button>
            }
          >
            Its pictures, ratio, length and seed stay as they are.
          </Alert>
        )}
        {model && draft.finishes === null && (
          <SourceFields draft={draft} onChange={onChange} able={model.able} />
        )}
        <PromptField
          value={draft.prompt}
          maxLength={MAX_PROMPT_CODE_POINTS}
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
        {problem && <StartProblem error={problem} />}
      </div>
      <GenerateBar isReady={isReady} isBusy={isBusy}>
        {model && <CostLine draft={draft} pricing={model.pricing} able={model.able} />}
      </GenerateBar>
    </form>
  )
}
