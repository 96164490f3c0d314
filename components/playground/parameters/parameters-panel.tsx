import { SettingsHead } from '@/components/data/settings-head'
import { Field } from '@/components/ui/field'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import type { ChatModel } from '../models/chat-model'
import type { Conversation } from '../state/conversation'
import { countChangedSettings, defaultSettings } from '../state/settings'
import { FormatRow } from './format-row'
import { NumberBox } from './number-box'
import { ParameterRow } from './parameter-row'
import { SamplingRows } from './sampling-rows'
import type { EditorName } from './settings-editors'
import { StopRow } from './stop-row'
import { ToolsRow } from './tools-row'
import { useSettings } from './use-settings'

type ParametersPanelProps = {
  conversation: Conversation
  models: readonly ChatModel[]
  onEdit: (editor: EditorName) => void
}

const seedLimit = 2 ** 31 - 1

export function ParametersPanel({ conversation, models, onEdit }: ParametersPanelProps) {
  const { settings, change, supportOf } = useSettings(conversation, models)
  const changed = countChangedSettings(settings)
  return (
    <div className="flex flex-col gap-5 px-4 py-4">
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
      <div className="flex flex-col gap-3">
        <SettingsHead
          title="Parameters"
          isChanged={changed > 0}
          onReset={() =>
            change({ ...defaultSettings, system: settings.system, schemaText: settings.schemaText })
          }
        />
        <FormatRow
          settings={settings}
          support={supportOf('responseFormat')}
          onChange={change}
          onEditSchema={() => onEdit('schema')}
        />
        <SamplingRows settings={settings} change={change} supportOf={supportOf} />
        <ParameterRow
          label="Max tokens"
          support={supportOf('maxTokens')}
          aside={(control) => (
            <NumberBox
              {...control}
              integer
              min={1}
              value={settings.maxTokens}
              onChange={(maxTokens) => change({ maxTokens })}
              placeholder="No limit"
              className="w-24"
            />
          )}
        />
        <ParameterRow
          label="Seed"
          support={supportOf('seed')}
          aside={(control) => (
            <NumberBox
              {...control}
              integer
              min={-seedLimit}
              max={seedLimit}
              value={settings.seed}
              onChange={(seed) => change({ seed })}
              placeholder="Random"
              className="w-24"
            />
          )}
        />
        <StopRow stops={settings.stop} support={supportOf('stop')} onChange={(stop) => change({ stop })} />
        <ParameterRow
          label="Web search"
          support={supportOf('webSearch')}
          aside={(control) => (
            <Switch
              {...control}
              checked={settings.webSearch}
              onCheckedChange={(webSearch) => change({ webSearch })}
            />
          )}
        />
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
