import { useMutation, useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { IconAction } from '@/components/data/icon-action'
import { FormText } from '@/components/forms/text-field'
import { maxCharacters, useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import {
  createPresetMutation,
  deletePresetMutation,
  presetsQuery,
  renamePresetMutation,
} from '@/lib/gateway/playground/queries'
import type { Preset } from '@/lib/gateway/playground/schema'
import { buildRequest, findSettingsProblem } from '../conversation/request'
import { defaultSettings, type Settings } from '../conversation/settings'
import { nameModel } from '../models/chat-model'
import { useConversation, useModels, usePlaygroundStore } from '../store/context'

/** The organization's presets, to choose from, and a form that saves the current model and settings as another. */
export function Presets({ onChosen }: { onChosen: () => void }) {
  const { data, error } = useQuery(presetsQuery())
  const choose = useChoice(onChosen)
  return (
    <>
      {error && <Alert tone="danger">{error.message}</Alert>}
      {data?.length === 0 && (
        <p className="px-3 pt-3 text-sm text-muted-foreground">
          No presets yet. A preset keeps a model, the system prompt and the parameters for everybody in your
          organization.
        </p>
      )}
      {data && data.length > 0 && (
        <ul aria-label="Presets" className="quiet-scroll max-h-72 overflow-y-auto p-1">
          {data.map((preset) => (
            <PresetRow key={preset.id} preset={preset} onChoose={() => choose(preset)} />
          ))}
        </ul>
      )}
      <SavePreset />
    </>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

function PresetRow({ preset, onChoose }: { preset: Preset; onChoose: () => void }) {
  const { id, name, model, can_delete: isOurs } = preset
  const [renaming, setRenaming] = useState<'not' | 'now' | 'done'>('not')
  const rename = useMutation(renamePresetMutation())
  const remove = useMutation(deletePresetMutation())
  const models = useModels()
  if (renaming === 'now')
    return (
      <li>
        <NameForm
          label={`New name of ${name}`}
          name={name}
          action="Rename"
          send={async (given) => {
            await rename.mutateAsync({ id, name: given })
            setRenaming('done')
          }}
        />
      </li>
    )
  return (
    <li className="flex items-center rounded-sm hover:bg-accent">
      <button
        type="button"
        ref={renaming === 'done' ? focus : null}
        onClick={onChoose}
        className="min-w-0 flex-1 rounded-sm px-2 py-1.5 text-left focus-visible:-outline-offset-2 pointer-coarse:py-2.5"
      >
        <span dir="auto" className="block truncate text-left text-sm text-foreground">
          {name}
        </span>
        <span className="block truncate text-xs text-faint-foreground">{nameModel(models, model)}</span>
      </button>
      {isOurs && (
        <>
          <IconAction label={`Rename preset ${name}`} icon={Pencil} onPress={() => setRenaming('now')} />
          <IconAction
            label={`Delete preset ${name}`}
            icon={Trash2}
            isBusy={remove.isPending}
            onPress={() => remove.mutate(id)}
          />
        </>
      )}
    </li>
  )
}

/** Replaces all settings of the conversation, and the model of its first column. */
function useChoice(onChosen: () => void): (preset: Preset) => void {
  const store = usePlaygroundStore()
  const { id, columns } = useConversation()
  const models = useModels()
  return (preset) => {
    store.dispatch(id, { type: 'settings-changed', change: settingsOf(preset) })
    const column = columns[0]
    if (column && models.some((model) => model.id === preset.model))
      store.dispatch(id, { type: 'model-chosen', columnId: column.id, modelId: preset.model })
    else toast.error(`${preset.model} is no longer offered. The settings were applied.`)
    onChosen()
    store.focusPrompt()
  }
}

const Fields = z.object({ name: z.string().trim().min(1, 'Enter a name.').check(maxCharacters(100)) })

function SavePreset() {
  const { columns, settings } = useConversation()
  const create = useMutation(createPresetMutation())
  const problem = findSettingsProblem(settings)
  return (
    <div className="border-t border-border">
      <NameForm
        label="Save current settings as"
        action="Save preset"
        problem={problem?.problem}
        send={(name) => create.mutateAsync({ name, model: columns[0]?.modelId ?? '', ...presetOf(settings) })}
      />
    </div>
  )
}

type NameFormProps = {
  label: string
  name?: string
  action: string
  /** Why it cannot be sent. */
  problem?: string | undefined
  send: (name: string) => Promise<unknown>
}

function NameForm({ label, name = '', action, problem, send }: NameFormProps) {
  const { register, submit, reset, formState } = useApiForm({
    schema: Fields,
    defaultValues: { name },
    send: async (given) => {
      await send(given.name)
      reset()
    },
  })
  const { errors, isSubmitting } = formState
  return (
    <form aria-label={action} onSubmit={submit} noValidate className="flex flex-col gap-2 p-3">
      <FormText
        label={label}
        autoComplete="off"
        autoFocus={name !== ''}
        placeholder="Name"
        error={errors.name?.message ?? errors.root?.message}
        registration={register('name')}
      />
      {problem && <p className="text-xs text-warning-text">{problem}</p>}
      <Button
        type="submit"
        size="sm"
        variant="outline"
        disabled={problem !== undefined}
        loading={isSubmitting}
      >
        {action}
      </Button>
    </form>
  )
}

const NamedTool = z.looseObject({ function: z.looseObject({ name: z.string() }) })

/** The settings of a conversation as a preset's parameters, and back. */
export function presetOf(settings: Settings) {
  const request = buildRequest({ modelId: '', supported: [], settings, messages: [] })
  const { model: _model, messages: _messages, ...parameters } = request
  return { system: settings.system, parameters }
}

export function settingsOf({ system, parameters }: Pick<Preset, 'system' | 'parameters'>): Settings {
  const { response_format: format, tool_choice: choice, stop, tools } = parameters
  const named = NamedTool.safeParse(choice)
  const toolChoice = named.success ? `function:${named.data.function.name}` : choice
  return {
    ...defaultSettings,
    system,
    temperature: parameters.temperature ?? null,
    topP: parameters.top_p ?? null,
    maxTokens: parameters.max_tokens ?? null,
    frequencyPenalty: parameters.frequency_penalty ?? null,
    presencePenalty: parameters.presence_penalty ?? null,
    stop: [stop ?? []].flat(),
    seed: parameters.seed ?? null,
    responseFormat: format?.type ?? 'text',
    schemaText: format?.type === 'json_schema' ? JSON.stringify(format.json_schema, null, 2) : '',
    webSearch: parameters.web_search ?? false,
    toolsText: tools ? JSON.stringify(tools, null, 2) : '',
    toolChoice: typeof toolChoice === 'string' ? toolChoice : defaultSettings.toolChoice,
  }
}
