import { Braces, Wrench } from 'lucide-react'
import { OptionSelect } from '@/components/forms/option-select'
import { Button } from '@/components/ui/button'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import { parseSchema, parseTools } from '../conversation/json-settings'
import { ParameterRow, useSettings } from './parameter-row'

const formats = [
  { value: 'text', label: 'Text' },
  { value: 'json_object', label: 'JSON' },
  { value: 'json_schema', label: 'Schema' },
] as const

export function FormatRow({ onEdit }: { onEdit: () => void }) {
  const { settings, change } = useSettings()
  function choose(value: string) {
    const format = formats.find((one) => one.value === value)
    if (!format) return
    change({ responseFormat: format.value })
    if (format.value === 'json_schema' && settings.schemaText.trim() === '') onEdit()
  }
  return (
    <ParameterRow name="responseFormat" label="Response format" named={false}>
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
            {formats.map(({ value, label }) => (
              <ToggleGroupItem key={value} value={value} className="flex-1">
                {label}
              </ToggleGroupItem>
            ))}
          </ToggleGroup>
          {settings.responseFormat === 'json_schema' && (
            <SchemaSummary schemaText={settings.schemaText} onEdit={onEdit} />
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
      <p
        className={
          schema.ok
            ? 'min-w-0 truncate font-mono text-xs text-muted-foreground'
            : 'text-xs text-destructive-text'
        }
      >
        {schema.ok ? String(schema.jsonSchema.name) : schema.problem}
      </p>
      <Button variant="outline" size="sm" onClick={onEdit} className="ml-auto">
        <Braces aria-hidden="true" />
        Edit schema
      </Button>
    </div>
  )
}

export function ToolsRow({ onEdit }: { onEdit: () => void }) {
  const { settings } = useSettings()
  const parsed = parseTools(settings.toolsText)
  const names = parsed.ok ? parsed.tools.map((tool) => tool.function.name) : []
  return (
    <>
      <ParameterRow
        name="toolsText"
        label="Tools"
        named={false}
        aside={(control) => (
          <Button {...control} size="sm" variant="outline" onClick={onEdit}>
            <Wrench aria-hidden="true" />
            {settings.toolsText.trim() === '' ? 'Add tools' : 'Edit tools'}
          </Button>
        )}
      >
        {() => (
          <>
            {!parsed.ok && <p className="text-xs break-words text-destructive-text">{parsed.problem}</p>}
            {names.length > 0 && (
              <ul className="flex flex-wrap gap-1">
                {names.map((name) => (
                  <li
                    key={name}
                    className="max-w-full truncate rounded-sm border border-border bg-muted px-1.5 py-0.5 font-mono text-xs text-muted-foreground"
                  >
                    {name}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </ParameterRow>
      {names.length > 0 && (
        <ParameterRow
          name="toolChoice"
          label="Tool choice"
          aside={(control) => <ToolChoice control={control} names={names} />}
        />
      )}
    </>
  )
}

type ToolChoiceProps = {
  control: { id: string | undefined; disabled: boolean; 'aria-describedby': string | undefined }
  names: string[]
}

function ToolChoice({ control: { id, ...control }, names }: ToolChoiceProps) {
  const { settings, change } = useSettings()
  const chosen = settings.toolChoice
  const options = [...fixedChoices, ...names.map((name) => ({ value: `function:${name}`, label: name }))]
  return (
    <OptionSelect
      {...control}
      {...(id && { id })}
      className="w-40"
      options={options}
      value={options.some(({ value }) => value === chosen) ? chosen : 'auto'}
      onValueChange={(toolChoice) => change({ toolChoice })}
    />
  )
}

const fixedChoices = [
  { value: 'auto', label: 'Auto' },
  { value: 'none', label: 'None' },
  { value: 'required', label: 'Required' },
]
