import { RotateCcw } from 'lucide-react'
import { type ReactNode, useCallback, useId } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { Label } from '@/components/ui/label'
import { type ParameterName, type Settings, supportsParameter } from '../conversation/settings'
import { useConversation, useModels, usePlaygroundStore } from '../store/context'

/** How far a parameter reaches: which of the chosen models will not take it. */
type Support = { disabled: boolean; note: string | null }

export function useSettings() {
  const store = usePlaygroundStore()
  const conversation = useConversation()
  const models = useModels()
  const change = useCallback(
    (change: Partial<Settings>) => store.dispatch(conversation.id, { type: 'settings-changed', change }),
    [store, conversation.id],
  )
  const chosen = conversation.columns.flatMap(
    (column) => models.find((model) => model.id === column.modelId) ?? [],
  )
  const supportOf = (name: ParameterName): Support => {
    const without = chosen.filter((model) => !supportsParameter(model.supportedParameters, name))
    if (without.length === 0) return { disabled: false, note: null }
    const names = [...new Set(without.map((model) => model.name))].join(', ')
    const disabled = without.length === chosen.length
    return { disabled, note: disabled ? `Not supported by ${names}` : `Not sent to ${names}` }
  }
  return { settings: conversation.settings, change, supportOf }
}

type RowControl = { id: string | undefined; 'aria-describedby': string | undefined; disabled: boolean }

type ParameterRowProps = {
  name: ParameterName
  label: string
  /** False where the control has a name of its own (a button, a group). */
  named?: boolean
  /** Shown while the parameter is not at its default. */
  onReset?: (() => void) | undefined
  /** At the right of the label. */
  aside?: (control: RowControl) => ReactNode
  children?: (control: RowControl) => ReactNode
}

export function ParameterRow({ name, label, named = true, onReset, aside, children }: ParameterRowProps) {
  const support = useSettings().supportOf(name)
  const id = useId()
  const noteId = `${id}-note`
  const control = {
    id: named ? id : undefined,
    'aria-describedby': support.note ? noteId : undefined,
    disabled: support.disabled,
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex min-h-7 items-center gap-1">
        <Label
          asChild={!named}
          htmlFor={control.id}
          className={cn('font-normal', support.disabled && 'text-faint')}
        >
          {named ? label : <span>{label}</span>}
        </Label>
        {onReset && !support.disabled && (
          <Button
            variant="ghost"
            size="icon-sm"
            className="size-6 pointer-coarse:size-8 pointer-coarse:after:-inset-1.25 [&_svg]:size-3"
            aria-label={`Reset ${label.toLowerCase()}`}
            onClick={onReset}
          >
            <RotateCcw aria-hidden="true" />
          </Button>
        )}
        <div className="ml-auto flex min-w-0 items-center">
          {support.disabled ? (
            <span className="text-xs text-faint" title={support.note ?? undefined}>
              Not supported
            </span>
          ) : (
            aside?.(control)
          )}
        </div>
      </div>
      {!support.disabled && children?.(control)}
      {!support.disabled && support.note && (
        <p id={noteId} className="text-xs text-faint">
          {support.note}
        </p>
      )}
    </div>
  )
}
