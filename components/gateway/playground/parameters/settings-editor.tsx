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
import { Textarea } from '@/components/ui/textarea'
import {
  exampleSchema,
  exampleTools,
  parseJsonText,
  parseSchema,
  parseTools,
} from '../conversation/json-settings'
import { useSettings } from './parameter-row'

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
