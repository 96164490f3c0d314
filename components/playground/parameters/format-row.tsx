import { Braces } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { parseSchema } from '../request/parse-schema'
import { Settings } from '../state/settings'
import { ParameterRow } from './parameter-row'
import type { Support } from './use-settings'

type FormatRowProps = {
  settings: Settings
  support: Support
  onChange: (change: Partial<Settings>) => void
  onEditSchema: () => void
}

export function FormatRow({ settings, support, onChange, onEditSchema }: FormatRowProps) {
  function choose(value: string) {
    const format = Settings.shape.responseFormat.safeParse(value)
    if (!format.success) return
    onChange({ responseFormat: format.data })
    if (format.data === 'json_schema' && settings.schemaText.trim() === '') onEditSchema()
  }
  return (
    <ParameterRow label="Response format" named={false} support={support}>
      {(control) => (
        <>
          <ToggleGroup
            aria-describedby={control['aria-describedby']}
            disabled={control.disabled}
            type="single"
            aria-label="Response format"
            value={settings.responseFormat}
            onValueChange={choose}
            className="flex w-full"
          >
            <ToggleGroupItem value="text" className="flex-1">
              Text
            </ToggleGroupItem>
            <ToggleGroupItem value="json_object" className="flex-1">
              JSON
            </ToggleGroupItem>
            <ToggleGroupItem value="json_schema" className="flex-1">
              Schema
            </ToggleGroupItem>
          </ToggleGroup>
          {settings.responseFormat === 'json_schema' && (
            <SchemaSummary schemaText={settings.schemaText} onEdit={onEditSchema} />
          )}
        </>
      )}
    </ParameterRow>
  )
}

function SchemaSummary({ schemaText, onEdit }: { schemaText: string; onEdit: () => void }) {
  const schema = parseSchema(schemaText)
  return (
    <div className="mt-1 flex items-center gap-2">
      <p className={schema.ok ? 'min-w-0 truncate font-mono text-xs text-muted' : 'text-xs text-danger-text'}>
        {schema.ok ? String(schema.jsonSchema.name) : schema.problem}
      </p>
      <Button size="sm" onClick={onEdit} className="ml-auto">
        <Braces aria-hidden="true" />
        Edit schema
      </Button>
    </div>
  )
}
