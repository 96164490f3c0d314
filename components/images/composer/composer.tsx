'use client'

import { useQuery } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { ImageCapabilities } from '@/lib/catalog/schema'
import { imageModelsQuery } from '@/lib/images/queries'
import { MAX_PROMPT_CODE_POINTS } from '@/lib/images/schema'
import type { ImageDraft } from '../draft'
import { SourcePicker } from '../upload/source-picker'
import { CostLine } from './cost-line'
import { ModelSelect } from './model-select'
import { SettingsFields } from './settings-fields'

type ComposerProps = {
  draft: ImageDraft
  onChange: (part: Partial<ImageDraft>) => void
  isBusy: boolean
  problem: string | null
  /** Of the uploads, 0 to 1; null when nothing is being uploaded. */
  progress: number | null
  /** With the model that is shown, whether it was chosen or is the first that can do it. */
  onSubmit: (modelId: string) => void
  /** Where the mask is painted, under the source. */
  editor: ReactNode
}

const ways: { value: ImageDraft['way']; label: string }[] = [
  { value: 'generate', label: 'Create' },
  { value: 'edit', label: 'Edit' },
  { value: 'vary', label: 'Vary' },
]

export function Composer({ draft, onChange, isBusy, problem, progress, onSubmit, editor }: ComposerProps) {
  const models = useQuery(imageModelsQuery())
  const able = models.data?.filter((model) => canDo(model.capabilities, draft.way)) ?? []
  const model = able.find(({ id }) => id === draft.model) ?? able[0]
  const needsPrompt = draft.way !== 'vary'
  const isReady =
    model !== undefined &&
    (!needsPrompt || draft.prompt.trim() !== '') &&
    (draft.way === 'generate' || draft.source)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isReady || isBusy) return
    onSubmit(model.id)
  }
  return (
    <form onSubmit={submit} className="flex min-h-full flex-col">
      <div className="flex flex-1 flex-col gap-5 p-4 sm:p-5">
        <ToggleGroup
          type="single"
          value={draft.way}
          aria-label="What to do"
          className="w-full [&>*]:flex-1"
          onValueChange={(value) => {
            const way = ways.find((one) => one.value === value)?.value
            if (way) onChange({ way })
          }}
        >
          {ways.map(({ value, label }) => (
            <ToggleGroupItem key={value} value={value}>
              {label}
            </ToggleGroupItem>
          ))}
        </ToggleGroup>
        {draft.way !== 'generate' && (
          <SourcePicker
            source={draft.source}
            onChange={(source) => onChange({ source })}
            hasEditor={editor !== null}
          />
        )}
        {editor}
        {needsPrompt && (
          <Field label="Prompt">
            {(control) => (
              <Textarea
                {...control}
                rows={5}
                maxLength={MAX_PROMPT_CODE_POINTS}
                placeholder={
                  draft.way === 'edit'
                    ? 'A red hat on the cat'
                    : 'A lighthouse at dusk, waves below, oil on canvas'
                }
                value={draft.prompt}
                onChange={(event) => onChange({ prompt: event.target.value })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && (event.metaKey || event.ctrlKey))
                    event.currentTarget.form?.requestSubmit()
                }}
              />
            )}
          </Field>
        )}
        <ModelSelect
          models={models}
          able={able}
          value={model?.id ?? null}
          onChange={(id) => onChange({ model: id })}
        />
        {model && (
          <SettingsFields
            draft={draft}
            onChange={onChange}
            able={ImageCapabilities.parse(model.capabilities)}
          />
        )}
        {problem !== null && <Alert tone="danger">{problem}</Alert>}
      </div>
      <div className="sticky bottom-0 flex items-center justify-between gap-3 border-t border-line bg-surface px-4 py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-5">
        <CostLine draft={draft} pricing={model?.pricing} progress={progress} />
        <Button type="submit" variant="primary" size="lg" disabled={!isReady} loading={isBusy}>
          Generate
        </Button>
      </div>
    </form>
  )
}

function canDo(capabilities: unknown, way: ImageDraft['way']): boolean {
  const able = ImageCapabilities.safeParse(capabilities)
  if (!able.success) return way === 'generate'
  return way === 'generate' || (way === 'edit' ? able.data.edits : able.data.variations)
}
