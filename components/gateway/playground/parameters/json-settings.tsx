import { Braces, Wrench } from 'lucide-react'
import { useId, useState } from 'react'
import { OptionSelect } from '@/components/forms/option-select'
import { Button } from '@/components/ui/button'
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Label } from '@/components/ui/label'
import { Textarea } from '@/components/ui/textarea'
import { ToggleGroup, ToggleGroupItem } from '@/components/ui/toggle-group'
import {
  exampleSchema,
  exampleTools,
  parseJsonText,
  parseSchema,
  parseTools,
} from '../conversation/json-settings'
import { Settings } from '../conversation/settings'
import { ParameterRow, useSettings } from './parameter-row'

export function FormatRow({ onEdit }: { onEdit: () => void }) {
  const { settings, change } = useSettings()
  function choose(value: string) {
    const format = Settings.shape.responseFormat.safeParse(value)
    if (!format.success) return
    change({ responseFormat: format.data })
    if (format.data === 'json_schema' && settings.schemaText.trim() === '') onEdit()
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
          <Button {...control} size="sm" onClick={onEdit}>
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

const editors = {
  tools: {
    setting: 'toolsText',
    title: 'Tools',
    description: 'Functions the model can call. In the playground, you enter the results.',
    label: 'List of function tools',
    example: exampleTools,
    parse: parseTools,
  },
  schema: {
    setting: 'schemaText',
    title: 'JSON Schema',
    description: 'The answer is JSON that matches this schema.',
    label: 'Schema',
    example: exampleSchema,
    parse: parseSchema,
  },
} as const

export type EditorName = keyof typeof editors

/** A large editor for JSON. Changes apply on Save; closing discards them. */
export function SettingsEditor({ name, onClose }: { name: EditorName; onClose: () => void }) {
  const { setting, title, description, label, example, parse } = editors[name]
  const { settings, change } = useSettings()
  const [text, setText] = useState<string>(settings[setting])
  const parsed = parse(text)
  const problem = text.trim() === '' || parsed.ok ? null : parsed.problem

  function format() {
    const json = parseJsonText(text)
    if (json.ok) setText(JSON.stringify(json.value, null, 2))
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="sm:max-w-2xl">
        <DialogHeader>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
        </DialogHeader>
        <DialogBody>
          <JsonBox label={label} text={text} onText={setText} example={example} problem={problem} />
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" onClick={() => setText(example)}>
              Insert example
            </Button>
            <Button size="sm" variant="ghost" onClick={format} disabled={text.trim() === ''}>
              Format
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setText('')} disabled={text === ''}>
              Clear
            </Button>
          </div>
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="default"
            disabled={problem !== null}
            onClick={() => {
              change({ [setting]: text })
              onClose()
            }}
          >
            Save
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

type JsonBoxProps = {
  label: string
  text: string
  onText: (text: string) => void
  example: string
  problem: string | null
}

function JsonBox({ label, text, onText, example, problem }: JsonBoxProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Textarea
        id={id}
        aria-describedby={`${id}-problem`}
        aria-invalid={problem !== null}
        value={text}
        placeholder={example}
        onChange={(event) => onText(event.target.value)}
        spellCheck={false}
        autoCapitalize="off"
        autoCorrect="off"
        rows={16}
        className="font-mono text-xs leading-5 max-sm:h-[40dvh]"
      />
      {/* Always two lines high, so that the buttons below do not move. */}
      <p id={`${id}-problem`} className="line-clamp-2 h-8 text-xs text-destructive-text">
        {problem}
      </p>
    </div>
  )
}
