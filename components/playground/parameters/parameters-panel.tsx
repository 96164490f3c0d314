import { X } from 'lucide-react'
import { useState } from 'react'
import { SettingsHead } from '@/components/data/settings-head'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import {
  countChangedSettings,
  defaultSettings,
  type ParameterName,
  type Settings,
} from '../conversation/settings'
import { type EditorName, FormatRow, ToolsRow } from './json-settings'
import { IntegerRow, SliderRow } from './number-rows'
import { ParameterRow, type Support, useSettings } from './parameter-row'

type ParametersPanelProps = { onEdit: (editor: EditorName) => void }

const seedLimit = 2 ** 31 - 1

export function ParametersPanel({ onEdit }: ParametersPanelProps) {
  const { settings, change, supportOf } = useSettings()
  return (
    <div className="flex flex-col gap-5 px-4 py-4">
      <SystemPrompt value={settings.system} onChange={(system) => change({ system })} />
      <div className="flex flex-col gap-3">
        <SettingsHead
          title="Parameters"
          isChanged={countChangedSettings(settings) > 0}
          onReset={() => change(resetOf(settings))}
        />
        <FormatRow
          settings={settings}
          support={supportOf('responseFormat')}
          onChange={change}
          onEditSchema={() => onEdit('schema')}
        />
        <SamplingRows settings={settings} change={change} supportOf={supportOf} />
        <IntegerRow
          label="Max tokens"
          support={supportOf('maxTokens')}
          min={1}
          value={settings.maxTokens}
          onChange={(maxTokens) => change({ maxTokens })}
          placeholder="No limit"
        />
        <IntegerRow
          label="Seed"
          support={supportOf('seed')}
          min={-seedLimit}
          max={seedLimit}
          value={settings.seed}
          onChange={(seed) => change({ seed })}
          placeholder="Random"
        />
        <StopRow stops={settings.stop} support={supportOf('stop')} onChange={(stop) => change({ stop })} />
        <WebSearchRow settings={settings} support={supportOf('webSearch')} onChange={change} />
        <ToolsRow
          settings={settings}
          support={supportOf('toolsText')}
          choiceSupport={supportOf('toolChoice')}
          onChange={change}
          onEdit={() => onEdit('tools')}
        />
      </div>
    </div>
  )
}

/** The system prompt and the schema are work that is not thrown away with the rest. */
function resetOf({ system, schemaText }: Settings): Settings {
  return { ...defaultSettings, system, schemaText }
}

type WebSearchRowProps = {
  settings: Settings
  support: Support
  onChange: (change: Partial<Settings>) => void
}

function WebSearchRow({ settings, support, onChange }: WebSearchRowProps) {
  return (
    <ParameterRow
      label="Web search"
      support={support}
      aside={(control) => (
        <Switch
          {...control}
          checked={settings.webSearch}
          onCheckedChange={(webSearch) => onChange({ webSearch })}
        />
      )}
    />
  )
}

function SystemPrompt({ value, onChange }: { value: string; onChange: (system: string) => void }) {
  return (
    <Field label="System prompt">
      {(control) => (
        <Textarea
          {...control}
          autoGrow
          rows={3}
          placeholder="How the model should behave"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="max-h-80"
        />
      )}
    </Field>
  )
}

type SamplingRowsProps = {
  settings: Settings
  change: (change: Partial<Settings>) => void
  supportOf: (name: ParameterName) => Support
}

/** The four knobs of chance, with the bounds and defaults of the API. */
function SamplingRows({ settings, change, supportOf }: SamplingRowsProps) {
  return (
    <>
      <SliderRow
        label="Temperature"
        value={settings.temperature}
        usual={1}
        min={0}
        max={2}
        step={0.05}
        support={supportOf('temperature')}
        onChange={(temperature) => change({ temperature })}
      />
      <SliderRow
        label="Top P"
        value={settings.topP}
        usual={1}
        min={0}
        max={1}
        step={0.01}
        support={supportOf('topP')}
        onChange={(topP) => change({ topP })}
      />
      <SliderRow
        label="Frequency penalty"
        value={settings.frequencyPenalty}
        usual={0}
        min={-2}
        max={2}
        step={0.05}
        support={supportOf('frequencyPenalty')}
        onChange={(frequencyPenalty) => change({ frequencyPenalty })}
      />
      <SliderRow
        label="Presence penalty"
        value={settings.presencePenalty}
        usual={0}
        min={-2}
        max={2}
        step={0.05}
        support={supportOf('presencePenalty')}
        onChange={(presencePenalty) => change({ presencePenalty })}
      />
    </>
  )
}

const maxStops = 4

type StopRowProps = { stops: readonly string[]; support: Support; onChange: (stops: string[]) => void }

function StopRow({ stops, support, onChange }: StopRowProps) {
  const [typed, setTyped] = useState('')
  const full = stops.length >= maxStops

  function add() {
    // Spaces and line breaks can be stop sequences; only the empty one cannot.
    const stop = typed.replaceAll('\\n', '\n')
    setTyped('')
    if (stop !== '' && !stops.includes(stop) && !full) onChange([...stops, stop])
  }

  return (
    <ParameterRow label="Stop sequences" support={support}>
      {(control) => (
        <>
          <Input
            {...control}
            disabled={control.disabled || full}
            placeholder={full ? `${maxStops} at most` : 'Type one, then Enter; \\n is a line break'}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
              event.preventDefault()
              add()
            }}
            // After the click that took the focus away: what it was meant for must not move before it lands.
            onBlur={() => setTimeout(add, 200)}
          />
          {stops.length > 0 && (
            <ul className="mt-1 flex flex-wrap gap-1">
              {stops.map((stop) => (
                <StopItem
                  key={stop}
                  stop={stop}
                  onRemove={() => onChange(stops.filter((other) => other !== stop))}
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
    <li className="flex h-6 max-w-full items-center gap-1 rounded-sm border border-line bg-sunken pl-1.5 font-mono text-xs">
      <span className="truncate">{JSON.stringify(stop).slice(1, -1)}</span>
      <button
        type="button"
        aria-label={`Remove stop sequence ${stop}`}
        onClick={onRemove}
        className="grid size-6 place-items-center rounded-sm text-faint hover:text-ink"
      >
        <X className="size-3" aria-hidden="true" />
      </button>
    </li>
  )
}
