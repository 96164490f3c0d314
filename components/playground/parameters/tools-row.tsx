import { Wrench } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '@/components/ui/select'
import { parseTools } from '../request/parse-tools'
import type { Settings } from '../state/settings'
import { ParameterRow } from './parameter-row'
import type { Support } from './use-settings'

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
