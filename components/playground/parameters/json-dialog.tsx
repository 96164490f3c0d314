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
import { parseJsonText } from '../request/parse-json-text'

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
export function JsonDialog(props: JsonDialogProps) {
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
