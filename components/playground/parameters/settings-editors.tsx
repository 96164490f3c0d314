import { exampleSchema, parseSchema } from '../request/parse-schema'
import { exampleTools, parseTools } from '../request/parse-tools'
import type { Settings } from '../state/settings'
import { JsonDialog } from './json-dialog'

export type EditorName = 'tools' | 'schema'

type SettingsEditorsProps = {
  open: EditorName | null
  settings: Settings
  onChange: (change: Partial<Settings>) => void
  onClose: () => void
}

const toolsProblem = (text: string) => {
  const parsed = parseTools(text)
  return parsed.ok ? null : parsed.problem
}

const schemaProblem = (text: string) => {
  const parsed = parseSchema(text)
  return parsed.ok ? null : parsed.problem
}

export function SettingsEditors({ open, settings, onChange, onClose }: SettingsEditorsProps) {
  if (open === 'tools') {
    return (
      <JsonDialog
        title="Tools"
        description="Functions that the model may ask to be called. In the playground you give their results."
        label="List of function tools"
        value={settings.toolsText}
        example={exampleTools}
        findProblem={toolsProblem}
        onSave={(toolsText) => onChange({ toolsText })}
        onClose={onClose}
      />
    )
  }
  if (open === 'schema') {
    return (
      <JsonDialog
        title="JSON Schema"
        description="The answer will be JSON that fits this schema."
        label="Schema"
        value={settings.schemaText}
        example={exampleSchema}
        findProblem={schemaProblem}
        onSave={(schemaText) => onChange({ schemaText })}
        onClose={onClose}
      />
    )
  }
  return null
}
