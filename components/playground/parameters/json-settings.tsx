import { Braces, Wrench } from 'lucide-react'
import { useId, useState } from 'react'
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
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/ui/select'
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
import { ParameterRow, type Support } from './parameter-row'

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

type ToolsRowProps = {
  settings: Settings
  support: Support
  choiceSupport: Support
  onChange: (change: Partial<Settings>) => void
  onEdit: () => void
}

export function ToolsRow({ settings, support, choiceSupport, onChange, onEdit }: ToolsRowProps) {
  const parsed = parseTools(settings.toolsText)
  const names = parsed.ok ? parsed.tools.map((tool) => tool.function.name) : []
  return (
    <>
      <ParameterRow
        label="Tools"
        named={false}
        support={support}
        aside={(control) => (
          <Button {...control} size="sm" onClick={onEdit}>
            <Wrench aria-hidden="true" />
            {settings.toolsText.trim() === '' ? 'Add tools' : 'Edit tools'}
          </Button>
        )}
      >
        {() => (
          <>
            {!parsed.ok && <p className="text-xs break-words text-danger-text">{parsed.problem}</p>}
            {names.length > 0 && (
              <ul className="flex flex-wrap gap-1">
                {names.map((name) => (
                  <li
                    key={name}
                    className="max-w-full truncate rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs text-muted"
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
          label="Tool choice"
          support={choiceSupport}
          aside={(control) => (
            <ToolChoice control={control} names={names} chosen={settings.toolChoice} onChange={onChange} />
          )}
        />
      )}
    </>
  )
}

type ToolChoiceProps = {
  control: { id: string | undefined; disabled: boolean; 'aria-describedby': string | undefined }
  names: string[]
  chosen: string
  onChange: (change: Partial<Settings>) => void
}

function ToolChoice({ control: { disabled, ...control }, names, chosen, onChange }: ToolChoiceProps) {
  const known = ['auto', 'none', 'required', ...names.map((name) => `function:${name}`)]
  return (
    <Select
      value={known.includes(chosen) ? chosen : 'auto'}
      onValueChange={(toolChoice) => onChange({ toolChoice })}
      disabled={disabled}
    >
      <SelectTrigger {...control} className="w-40">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value="auto">Auto</SelectItem>
        <SelectItem value="none">None</SelectItem>
        <SelectItem value="required">Required</SelectItem>
        {names.map((name) => (
          <SelectItem key={name} value={`function:${name}`}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  )
}

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

type JsonDialogProps = {
  title: string
  description: string
  label: string
  value: string
  example: string
  /** Null when the text is good. */
  findProblem: (text: string) => string | null
  onSave: (text: string) => void
  onClose: () => void
}

/** A large box for JSON. What is typed is taken only by Save, so that closing is a way back. */
function JsonDialog(props: JsonDialogProps) {
  const { title, description, label, value, example, findProblem, onSave, onClose } = props
  const [text, setText] = useState(value)
  const problem = text.trim() === '' ? null : findProblem(text)

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
            <Button size="sm" onClick={() => setText(example)}>
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
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={problem !== null}
            onClick={() => {
              onSave(text)
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
      {/* Always as high as two lines: a button must not move away under the pointer when the word changes. */}
      <p id={`${id}-problem`} className="line-clamp-2 h-8 text-xs text-danger-text">
        {problem}
      </p>
    </div>
  )
}
