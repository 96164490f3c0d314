'use client'

import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { GenerateBar } from '@/components/data/generate-bar'
import { PromptField } from '@/components/data/prompt-field'
import { SettingsHead } from '@/components/data/settings-head'
import { StartProblem } from '@/components/data/start-problem'
import { submitOnShortcut } from '@/components/data/submit-on-shortcut'
import { ImageCapabilities } from '@/lib/catalog/schema'
import { imageModelsQuery } from '@/lib/images/queries'
import { MAX_PROMPT_CODE_POINTS } from '@/lib/images/schema'
import { type ImageDraft, usualSettings } from '../draft'
import { SourcePicker } from '../upload/source-picker'
import { CostLine } from './cost-line'
import { ModelSelect } from './model-select'
import { SettingsFields } from './settings-fields'
import { settleDraft } from './settle-draft'
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

export function Composer({ draft, onChange, isBusy, problem, progress, onSubmit, editor }: ComposerProps) {
  const models = useQuery(imageModelsQuery())
  const known = (models.data ?? []).flatMap((model) => {
    const able = ImageCapabilities.safeParse(model.capabilities)
    return able.success ? [{ ...model, able: able.data }] : []
  })
  const offered = known.filter(({ able }) => canDo(able, draft.way))
  const model = offered.find(({ id }) => id === draft.model) ?? offered[0]
  const settle = (one: ImageDraft) => (model ? { ...settleDraft(one, model.able), model: model.id } : one)
  const settled = settle(draft)
  const needsPrompt = draft.way !== 'vary'
  const isReady =
    model !== undefined &&
    (!needsPrompt || draft.prompt.trim() !== '') &&
    (draft.way === 'generate' || draft.source !== null)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (isReady && !isBusy) onSubmit(settled)
  }
  return (
    <form onSubmit={submit} onKeyDown={submitOnShortcut} className="flex min-h-full flex-col">
      <div className="flex flex-1 flex-col gap-5 p-4 sm:p-5">
        <WaySwitch value={draft.way} onChange={(way) => onChange({ way })} />
        {draft.way !== 'generate' && (
          <SourcePicker
            source={draft.source}
            onChange={(source) => onChange({ source })}
            hasEditor={editor !== null}
          />
        )}
        {editor}
        {needsPrompt && (
          <PromptField
            value={draft.prompt}
            maxLength={MAX_PROMPT_CODE_POINTS}
            placeholder={
              draft.way === 'edit'
                ? 'A red hat on the cat'
                : 'A lighthouse at dusk, waves below, oil on canvas'
            }
            onChange={(prompt) => onChange({ prompt })}
          />
        )}
        <ModelSelect
          models={models}
          able={offered}
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
        {problem && <StartProblem error={problem} />}
      </div>
      <GenerateBar isReady={isReady} isBusy={isBusy}>
        <CostLine draft={settled} pricing={model?.pricing} progress={progress} />
      </GenerateBar>
    </form>
  )
}

function canDo(able: ImageCapabilities, way: ImageDraft['way']): boolean {
  return way === 'generate' || (way === 'edit' ? able.edits : able.variations)
}
