import { X } from 'lucide-react'
import { useState } from 'react'
import { SettingsHead } from '@/components/data/settings-head'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { countChangedSettings, defaultSettings, type Settings } from '../conversation/settings'
import { FormatRow, ToolsRow } from './json-settings'
import { IntegerRow, ParameterRow, SliderRow, useSettings } from './parameter-row'
import type { EditorName } from './settings-editor'

type ParametersPanelProps = { onEdit: (editor: EditorName) => void }

/** The sampling parameters, with the API's bounds and defaults. */
const sampling = [
  { name: 'temperature', label: 'Temperature', standard: 1, min: 0, max: 2, step: 0.05 },
  { name: 'topP', label: 'Top P', standard: 1, min: 0, max: 1, step: 0.01 },
  { name: 'frequencyPenalty', label: 'Frequency penalty', standard: 0, min: -2, max: 2, step: 0.05 },
  { name: 'presencePenalty', label: 'Presence penalty', standard: 0, min: -2, max: 2, step: 0.05 },
] as const

const seedLimit = 2 ** 31 - 1

export function ParametersPanel({ onEdit }: ParametersPanelProps) {
  const { settings, change } = useSettings()
  return (
    <div className="flex flex-col gap-5 px-4 py-4">
      <SystemPrompt />
      <div className="flex flex-col gap-3">
        <SettingsHead
          title="Parameters"
          isChanged={countChangedSettings(settings) > 0}
          onReset={() => change(resetOf(settings))}
        />
        <FormatRow onEdit={() => onEdit('schema')} />
        {sampling.map((parameter) => (
          <SliderRow key={parameter.name} {...parameter} />
        ))}
        <IntegerRow name="maxTokens" label="Max tokens" min={1} placeholder="No limit" />
        <IntegerRow name="seed" label="Seed" min={-seedLimit} max={seedLimit} placeholder="Random" />
        <StopRow />
        <WebSearchRow />
        <ToolsRow onEdit={() => onEdit('tools')} />
      </div>
    </div>
  )
}

/** Keeps the system prompt and the schema, which take work to write. */
function resetOf({ system, schemaText }: Settings): Settings {
  return { ...defaultSettings, system, schemaText }
}

function SystemPrompt() {
  const { settings, change } = useSettings()
  return (
    <Field label="System prompt">
      {(control) => (
        <Textarea
          {...control}
          autoGrow
          rows={3}
          placeholder="How the model should behave"
          value={settings.system}
          onChange={(event) => change({ system: event.target.value })}
          className="max-h-80"
        />
      )}
    </Field>
  )
}

function WebSearchRow() {
  const { settings, change } = useSettings()
  return (
    <ParameterRow
      name="webSearch"
      label="Web search"
      aside={(control) => (
        <Switch
          {...control}
          checked={settings.webSearch}
          onCheckedChange={(webSearch) => change({ webSearch })}
        />
      )}
    />
  )
}

const maxStops = 4

function StopRow() {
  const { settings, change } = useSettings()
  const stops = settings.stop
  const [typed, setTyped] = useState('')
  const full = stops.length >= maxStops

  function add() {
    // Spaces and line breaks are valid stop sequences; an empty text is not.
    const stop = typed.replaceAll('\\n', '\n')
    setTyped('')
    if (stop !== '' && !stops.includes(stop) && !full) change({ stop: [...stops, stop] })
  }

  return (
    <ParameterRow name="stop" label="Stop sequences">
      {(control) => (
        <>
          <Input
            {...control}
            disabled={control.disabled || full}
            placeholder={full ? `Up to ${maxStops}` : 'Type and press Enter; \\n for a line break'}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
            // After the click that moved the focus: its target must not shift before it lands.
            onBlur={() => setTimeout(add, 200)}
          />
          {stops.length > 0 && (
            <ul className="mt-1 flex flex-wrap gap-1">
              {stops.map((stop) => (
                <StopItem
                  key={stop}
                  stop={stop}
                  onRemove={() => change({ stop: stops.filter((other) => other !== stop) })}
                />
              ))}
            </ul>
          )}
        </>
      )}
    </ParameterRow>
  )
}

function StopItem({ stop, onRemove }: { stop: string; onRemove: () => void }) {
  return (
    <li className="flex h-6 max-w-full items-center gap-1 rounded-sm border border-border bg-muted pl-1.5 font-mono text-xs">
      <span className="truncate">{JSON.stringify(stop).slice(1, -1)}</span>
      <button
        type="button"
        aria-label={`Remove stop sequence ${stop}`}
        onClick={onRemove}
        className="grid size-6 place-items-center rounded-sm text-faint-foreground hover:text-foreground"
      >
        <X className="size-3" aria-hidden="true" />
      </button>
    </li>
  )
}
