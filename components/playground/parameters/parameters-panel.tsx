import { SettingsHead } from '@/components/data/settings-head'
import { Field } from '@/components/ui/field'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import type { ChatModel } from '../models/chat-model'
import type { Conversation } from '../state/conversation'
import { countChangedSettings, defaultSettings, type Settings } from '../state/settings'
import { FormatRow } from './format-row'
import { IntegerRow } from './integer-row'
import { ParameterRow } from './parameter-row'
import { SamplingRows } from './sampling-rows'
import type { EditorName } from './settings-editors'
import { StopRow } from './stop-row'
import { ToolsRow } from './tools-row'
import { type Support, useSettings } from './use-settings'

type ParametersPanelProps = {
  conversation: Conversation
  models: readonly ChatModel[]
  onEdit: (editor: EditorName) => void
}

const seedLimit = 2 ** 31 - 1

export function ParametersPanel({ conversation, models, onEdit }: ParametersPanelProps) {
  const { settings, change, supportOf } = useSettings(conversation, models)
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
